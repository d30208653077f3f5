import { describe, expect, it, vi } from 'vitest'
import { createQueries } from '../../../src-renderer/data/queries.ts'
import type { CallName, DeskEvent } from '../../../src-shared/desk/contract.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

type Sent = {
  readonly name: CallName
  readonly input: unknown
  readonly answer: (reply: Reply<unknown>) => Promise<void>
}

/** A desk that answers when the test says so. */
const createDesk = (kept = 80) => {
  const sent: Sent[] = []
  const clock = { nowMs: 0 }
  const timers: { run: () => void; atMs: number }[] = []
  const ask = (name: CallName, input: unknown) =>
    new Promise<never>((resolve) => {
      const answer = async (reply: Reply<unknown>) => {
        resolve(reply as never) // the test answers with what the call would
        await Promise.resolve()
        await Promise.resolve()
      }
      sent.push({ name, input, answer })
    })
  const later = (run: () => void, waitMs: number) => {
    const timer = { run, atMs: clock.nowMs + waitMs }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const queries = createQueries({ ask, kept, now: () => clock.nowMs, later })
  const passMs = (ms: number) => {
    clock.nowMs += ms
    for (const timer of timers.filter(({ atMs }) => atMs <= clock.nowMs)) timer.run()
  }
  return { queries, sent, passMs }
}

const ok = (value: unknown): Reply<unknown> => ({ ok: true, value })
const page = (brandId: string) => ({ brandIds: [brandId] })
const changed = (brandId: string): DeskEvent => ({
  name: 'changed',
  payload: { brandIds: [brandId], datasets: ['rankings'] },
})

describe('asked answers', () => {
  it('drops a late reply that a younger one has overtaken', async () => {
    const { queries, sent } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})
    void queries.reload('rankings.page', page('a'))
    await sent[1]?.answer(ok('young'))
    await sent[0]?.answer(ok('old'))
    expect(queries.peek('rankings.page', page('a')).value).toBe('young')
  })
  it('never lets one brand’s reply land under another', async () => {
    const { queries, sent } = createDesk()
    const leave = queries.watch('rankings.page', page('a'), () => {})
    leave()
    queries.watch('rankings.page', page('b'), () => {})
    await sent[0]?.answer(ok('rows of a'))
    expect(queries.peek('rankings.page', page('b')).value).toBeUndefined()
    expect(queries.peek('rankings.page', page('a')).value).toBe('rows of a')
  })
  it('gives what is kept at once and asks no second time', async () => {
    const { queries, sent } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})()
    await sent[0]?.answer(ok('rows'))
    queries.watch('rankings.page', page('a'), () => {})
    expect(queries.peek('rankings.page', page('a'))).toMatchObject({ value: 'rows', isLoading: false })
    expect(sent).toHaveLength(1)
  })
  it('keeps old rows while new ones are on their way, and after an error', async () => {
    const { queries, sent, passMs } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})
    await sent[0]?.answer(ok('rows'))
    queries.onEvent(changed('a'))
    passMs(400)
    expect(queries.peek('rankings.page', page('a'))).toMatchObject({ value: 'rows', isLoading: true })
    await sent[1]?.answer({ ok: false, error: { kind: 'storage', message: 'no' } })
    expect(queries.peek('rankings.page', page('a'))).toMatchObject({ value: 'rows', error: { kind: 'storage' } })
  })
  it('asks again only for the brand that changed, and for what covers all', async () => {
    const { queries, sent, passMs } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})
    queries.watch('rankings.page', page('b'), () => {})
    queries.watch('brands.overview', {}, () => {})
    for (const one of sent) await one.answer(ok('rows'))
    queries.onEvent(changed('b'))
    passMs(2000)
    expect(sent.slice(3).map((one) => one.input)).toEqual([page('b'), {}])
  })
  it('asks a few times a second at most while changes pour in', async () => {
    const { queries, sent, passMs } = createDesk()
    queries.watch('brands.overview', {}, () => {})
    await sent[0]?.answer(ok('rows'))
    for (let change = 0; change < 300; change += 1) {
      queries.onEvent(changed(`b${change}`))
      passMs(10)
      for (const one of sent.slice(1)) await one.answer(ok('rows'))
    }
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThanOrEqual(4)
  })
  it('does not ask for what nobody looks at until someone does', async () => {
    const { queries, sent, passMs } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})()
    await sent[0]?.answer(ok('rows'))
    queries.onEvent(changed('a'))
    passMs(2000)
    expect(sent).toHaveLength(1)
    queries.watch('rankings.page', page('a'), () => {})
    expect(sent).toHaveLength(2)
  })
  it('forgets the oldest that nobody looks at, never one in view', () => {
    const { queries } = createDesk(3)
    const listener = vi.fn()
    queries.watch('rankings.page', page('in view'), listener)
    for (let brand = 0; brand < 10; brand += 1) queries.watch('rankings.page', page(`b${brand}`), () => {})()
    expect(queries.size()).toBeLessThanOrEqual(5)
    queries.watch('rankings.page', page('in view'), () => {})
    expect(queries.size()).toBeLessThanOrEqual(5)
  })
  it('asks anew what the desk itself keeps of outreach, of the brands that are meant', async () => {
    const { queries, sent, passMs } = createDesk()
    for (const brandId of ['a', 'b']) queries.watch('outreach.ledger', { brandIds: [brandId] }, () => {})
    queries.watch('outreach.searchTerms', { brandId: 'a' }, () => {})
    for (const one of sent) await one.answer(ok('rows'))
    queries.onEvent({ name: 'changed', payload: { brandIds: ['a'], datasets: ['credits'] } })
    passMs(2000)
    expect(sent.slice(3).map((one) => [one.name, one.input])).toEqual([['outreach.ledger', { brandIds: ['a'] }]])
  })
  it('asks again for everything in view after the desk was away', async () => {
    const { queries, sent, passMs } = createDesk()
    queries.watch('rankings.page', page('a'), () => {})
    queries.watch('service.profile', {}, () => {})
    for (const one of sent) await one.answer(ok('rows'))
    queries.refreshAll()
    passMs(2000)
    expect(sent.slice(2).map((one) => one.name)).toEqual(['rankings.page', 'service.profile'])
  })
})
