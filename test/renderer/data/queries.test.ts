import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueries, deskQuery } from '../../../src-renderer/data/queries.ts'
import { type Change, isStale } from '../../../src-shared/desk/changes.ts'
import { CALL_READS, type CallInput, type CallName } from '../../../src-shared/desk/contract.ts'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

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
    })
  const invalidateAll = () => queries.onInvalidate({ isStale: () => true, isPouring: false })
  return { queries, sent, watch, shown, invalidate, invalidateAll }
}

const ok = (value: unknown): Reply<unknown> => ({ ok: true, value })
const failed: Reply<unknown> = { ok: false, error: { kind: 'storage', message: 'no' } }
const days = (brandId: string) => ({ brandIds: [brandId] })
const changed = (brandId: string): Change => ({ brandIds: [brandId], datasets: ['rankings'] })

describe('queries', () => {
  it('drops a late reply when a younger request has been answered', async () => {
    const { queries, sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))
    await sent[0]?.answer(ok('first'))
    void queries.refresh('rankings.days', days('a'))
    void queries.refresh('rankings.days', days('a'))
    await sent[2]?.answer(ok('young'))
    await sent[1]?.answer(ok('old'))
    expect(shown('rankings.days', days('a')).data).toBe('young')
  })
  it('never lets one brand’s reply land under another', async () => {
    const { sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))()
    watch('rankings.days', days('b'))
    await sent[0]?.answer(ok('rows of a'))
    expect(shown('rankings.days', days('b')).data).toBeUndefined()
    expect(shown('rankings.days', days('a')).data).toBe('rows of a')
  })
  it('gives what is kept at once and asks no second time', async () => {
    const { sent, watch, shown } = createDesk()
    watch('rankings.days', days('a'))()
    await sent[0]?.answer(ok('rows'))
    watch('rankings.days', days('a'))
    expect(shown('rankings.days', days('a'))).toMatchObject({ data: 'rows', isFetching: false })
    expect(sent).toHaveLength(1)
  })
  it('asks ahead of need once', async () => {
    const { queries, sent, watch } = createDesk()
    void queries.client.prefetchQuery(deskQuery('rankings.days', days('a')))
    watch('rankings.days', days('a'))
    await sent[0]?.answer(ok('rows'))
    void queries.client.prefetchQuery(deskQuery('rankings.days', days('a')))
    expect(sent).toHaveLength(1)
  })
  it('keeps old rows while new ones are under way, and after an error, and does not retry', async () => {
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
  it('asks again only for the brand that changed, and for what covers all', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))
    watch('rankings.days', days('b'))
    watch('brands.overview', {})
    for (const one of sent) await one.answer(ok('rows'))
    invalidate(changed('b'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.slice(3).map((one) => one.input)).toEqual([days('b'), {}])
  })
  it('asks a few times a second at most while changes pour in', async () => {
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
  it('asks once more when a change comes while a reply is under way', async () => {
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
  it('does not ask for what nobody looks at until someone does', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))()
    await sent[0]?.answer(ok('rows'))
    invalidate(changed('a'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(1)
    watch('rankings.days', days('a'))
    expect(sent).toHaveLength(2)
  })
  it('asks again for a change during a prefetch when a view needs the reply', async () => {
    const { sent, watch, invalidate } = createDesk()
    watch('rankings.days', days('a'))()
    invalidate(changed('a'))
    await sent[0]?.answer(ok('from before the change'))
    watch('rankings.days', days('a'))
    expect(sent).toHaveLength(2)
  })
  it('forgets after a while what nobody looks at, never what is in view', async () => {
    const { queries, sent, watch, shown } = createDesk()
    watch('rankings.days', days('in view'))
    for (let brand = 0; brand < 10; brand += 1) watch('rankings.days', days(`b${brand}`))()
    for (const one of sent) await one.answer(ok('rows'))
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    expect(queries.client.getQueryCache().getAll()).toHaveLength(1)
    expect(shown('rankings.days', days('in view')).data).toBe('rows')
  })
  it('asks again for what the desk itself keeps of outreach, of the brands that changed', async () => {
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
  it('takes the brand from the reply when the question names none', async () => {
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
  it('asks again for everything in view after the desk was away', async () => {
    const { sent, watch, invalidateAll } = createDesk()
    watch('rankings.days', days('a'))
    watch('service.profile', {})
    for (const one of sent) await one.answer(ok('rows'))
    invalidateAll()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.slice(2).map((one) => one.name)).toEqual(['rankings.days', 'service.profile'])
  })
  it('keeps what was stale so when the page changes it by itself', async () => {
    const { queries, sent, watch, invalidate } = createDesk()
    watch('brands.list', {})
    await sent[0]?.answer(ok({ brands: [] }))
    invalidate({ brandIds: 'all', datasets: ['brands'] })
    queries.patch('brands.list', {}, ({ brands }) => ({ brands }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
  })
})
