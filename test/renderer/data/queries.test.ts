import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueries, deskQuery } from '../../../src-renderer/data/queries.ts'
import { CALL_READS, type CallInput, type CallName } from '../../../src-shared/desk/contract.ts'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { type Change, isStale } from '../../../src-shared/desk/values/changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Sent = {
  readonly name: CallName
  readonly input: unknown
  readonly answer: (reply: Reply<unknown>) => Promise<void>
}

/** A desk that answers when the test says so. */
const createDesk = () => {
  const sent: Sent[] = []
  const queries = createQueries(
    (name, input) =>
      new Promise((resolve) => {
        const answer = async (reply: Reply<unknown>) => {
          resolve(reply as never) // the test answers with what the call would
          await vi.advanceTimersByTimeAsync(0)
        }
        sent.push({ name, input, answer })
      }),
  )
  const observe = <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    new QueryObserver(queries.client, deskQuery(name, input))
  /** A view that shows the reply; what it returns closes the view. */
  const watch = <Name extends CallName>(name: Name, input: CallInput<Name>) => observe(name, input).subscribe(() => {})
  const shown = <Name extends CallName>(name: Name, input: CallInput<Name>) => observe(name, input).getCurrentResult()
  const invalidate = (change: Change) =>
    queries.onInvalidate({
      isStale: (name, brandIds) => isStale({ reads: CALL_READS[name], brandIds }, change),
      isPouring: change.datasets.some((dataset) => DATASETS.some((synced) => synced === dataset)),
      isOver: change.brandIds === 'all' && change.datasets.includes('sync'),
    })
  const invalidateAll = () => queries.onInvalidate({ isStale: () => true, isPouring: false, isOver: true })
  return { queries, sent, watch, shown, invalidate, invalidateAll }
}

const ok = (value: unknown): Reply<unknown> => ({ ok: true, value })
const failed: Reply<unknown> = { ok: false, error: { kind: 'storage', message: 'no' } }
const days = (brandId: string) => ({ brandIds: [brandId] })
const changed = (brandId: string): Change => ({ brandIds: [brandId], datasets: ['rankings'] })

describe('queries', () => {
  it('drops a late reply when a newer request has been answered', async () => {
    const { queries, sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))
    await sent[0]?.answer(ok('first'))
    void queries.refresh('rankings.days', days('a'))
    void queries.refresh('rankings.days', days('a'))
    await sent[2]?.answer(ok('young'))
    await sent[1]?.answer(ok('old'))
    expect(shown('rankings.days', days('a')).data).toBe('young')
  })
  it('never shows one brand’s reply for another', async () => {
    const { sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))()
    watch('rankings.days', days('b'))
    await sent[0]?.answer(ok('rows of a'))
    expect(shown('rankings.days', days('b')).data).toBeUndefined()
    expect(shown('rankings.days', days('a')).data).toBe('rows of a')
  })
  it('returns cached data at once without a second request', async () => {
    const { sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))()
    await sent[0]?.answer(ok('rows'))
    watch('rankings.days', days('a'))
    expect(shown('rankings.days', days('a'))).toMatchObject({ data: 'rows', isFetching: false })
    expect(sent).toHaveLength(1)
  })
  it('prefetches once', async () => {
    const { queries, sent, watch } = createDesk()
    void queries.client.prefetchQuery(deskQuery('rankings.days', days('a')))
    watch('rankings.days', days('a'))
    await sent[0]?.answer(ok('rows'))
    void queries.client.prefetchQuery(deskQuery('rankings.days', days('a')))
    expect(sent).toHaveLength(1)
  })
  it('keeps old rows while new ones load and after an error, and does not retry', async () => {
    const { sent, watch, shown, invalidate } = createDesk()
    watch('rankings.days', days('a'))
    await sent[0]?.answer(ok('rows'))
    invalidate(changed('a'))
    await vi.advanceTimersByTimeAsync(400)
    expect(shown('rankings.days', days('a'))).toMatchObject({ data: 'rows', isFetching: true })
    await sent[1]?.answer(failed)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown('rankings.days', days('a'))).toMatchObject({ data: 'rows', error: { kind: 'storage' } })
    expect(sent).toHaveLength(2)
  })
  it('refetches only queries of the changed brand and of all brands', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))
    watch('rankings.days', days('b'))
    watch('brands.overview', {})
    for (const one of sent) await one.answer(ok('rows'))
    invalidate(changed('b'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.slice(3).map((one) => one.input)).toEqual([days('b'), {}])
  })
  it('refetches a few times a second at most during many changes', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('brands.overview', {})
    await sent[0]?.answer(ok('rows'))
    for (let change = 0; change < 300; change += 1) {
      invalidate(changed(`b${change}`))
      await vi.advanceTimersByTimeAsync(10)
      for (const one of sent.slice(1)) await one.answer(ok('rows'))
    }
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThanOrEqual(4)
  })
  it('asks less often the longer a reply takes during many changes, and at once when the sync is over', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('brands.overview', {})
    await sent[0]?.answer(ok('rows'))
    let waited = 0
    const pour = async (ms: number) => {
      for (let at = 0; at < ms; at += 100) {
        const asked = sent.length
        invalidate(changed(`b${at}`))
        await vi.advanceTimersByTimeAsync(100)
        waited = sent.length > asked ? 0 : waited + 1
        if (waited === 4) await sent.at(-1)?.answer(ok('rows'))
      }
    }
    await pour(6_000)
    const before = sent.length
    await pour(30_000)
    expect(sent.length - before).toBeLessThanOrEqual(8)
    const during = sent.length
    invalidate({ brandIds: 'all', datasets: ['sync'] })
    await vi.advanceTimersByTimeAsync(400)
    expect(sent).toHaveLength(during + 1)
  })
  it('refetches once when a change arrives during a request', async () => {
    const { sent, watch, shown, invalidate } = createDesk()
    watch('rankings.days', days('a'))
    invalidate(changed('a'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(1)
    await sent[0]?.answer(ok('from before the change'))
    await vi.advanceTimersByTimeAsync(400)
    await sent[1]?.answer(ok('rows'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown('rankings.days', days('a')).data).toBe('rows')
    expect(sent).toHaveLength(2)
  })
  it('does not refetch an unused query until it is used', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))()
    await sent[0]?.answer(ok('rows'))
    invalidate(changed('a'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(1)
    watch('rankings.days', days('a'))
    expect(sent).toHaveLength(2)
  })
  it('refetches after a change during a prefetch when a view needs the reply', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))()
    invalidate(changed('a'))
    await sent[0]?.answer(ok('from before the change'))
    watch('rankings.days', days('a'))
    expect(sent).toHaveLength(2)
  })
  it('removes unused replies after a while, never those in view', async () => {
    const { queries, sent, watch, shown } = createDesk()
    watch('rankings.days', days('in view'))
    for (let brand = 0; brand < 10; brand += 1) watch('rankings.days', days(`b${brand}`))()
    for (const one of sent) await one.answer(ok('rows'))
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    expect(queries.client.getQueryCache().getAll()).toHaveLength(1)
    expect(shown('rankings.days', days('in view')).data).toBe('rows')
  })
  it('refetches the desk’s outreach data of changed brands', async () => {
    const { sent, watch, invalidate } = createDesk()
    for (const brandId of ['a', 'b']) watch('outreach.ledger', { brandIds: [brandId], limit: 1 })
    watch('outreach.searchTerms', { brandId: 'a' })
    for (const one of sent) await one.answer(ok('rows'))
    invalidate({ brandIds: ['a'], datasets: ['credits'] })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.slice(3).map(({ name, input }) => [name, input])).toEqual([
      ['outreach.ledger', { brandIds: ['a'], limit: 1 }],
    ])
  })
  it('uses the brand of the reply when the input names none', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('intents.get', { id: 'i1' })
    await sent[0]?.answer(ok({ brandId: 'a' }))
    invalidate({ brandIds: ['b'], datasets: ['intents'] })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(1)
    invalidate({ brandIds: ['a'], datasets: ['intents'] })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
  })
  it('refetches everything in view after a reconnect', async () => {
    const { sent, watch, invalidateAll } = createDesk()
    watch('rankings.days', days('a'))
    watch('service.profile', {})
    for (const one of sent) await one.answer(ok('rows'))
    invalidateAll()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.slice(2).map((one) => one.name)).toEqual(['rankings.days', 'service.profile'])
  })
  it('keeps a stale query stale when the page updates it', async () => {
    const { queries, sent, watch, invalidate } = createDesk()
    watch('brands.list', {})
    await sent[0]?.answer(ok({ brands: [] }))
    invalidate({ brandIds: 'all', datasets: ['brands'] })
    queries.patch('brands.list', {}, ({ brands }) => ({ brands }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
  })
})
