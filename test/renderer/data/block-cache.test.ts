import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBlockCache } from '../../../src-renderer/data/block-cache.ts'
import type { BlockAsk, BlockQuery, BlockReply } from '../../../src-renderer/data/block-query.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

type Row = { readonly of: string; readonly index: number; readonly isDetailed: boolean }
type Pending = BlockAsk & {
  readonly of: string
  readonly answer: (total: number) => Promise<void>
  readonly fail: () => Promise<void>
}

/** A desk that answers when the test says so. */
const createDesk = () => {
  const pending: Pending[] = []
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const query = (of: string, { scope = of, hasDetails = false, isKept = false } = {}): BlockQuery<Row> => ({
    key: of,
    scope,
    calls: ['rankings.page'],
    hasDetails,
    fetch: (wanted) =>
      new Promise<Reply<BlockReply<Row>>>((resolve) => {
        const remove = () => pending.splice(pending.indexOf(request), 1)
        const request: Pending = {
          ...wanted,
          of,
          answer: (total) => {
            remove()
            const count = Math.max(0, Math.min(wanted.limit, total - wanted.offset))
            const rows = Array.from({ length: count }, (_, index) => ({
              of,
              index: wanted.offset + index,
              isDetailed: wanted.isDetailed,
            }))
            const isEnd = wanted.offset + count >= total
            const nextCursor = isEnd ? null : `after ${wanted.offset + count}`
            const reply = { rows, total, nextCursor, freshAsOf: '2026-01-01T00:00:00Z' }
            resolve({ ok: true, value: isKept ? { ...reply, isDetailed: true } : reply })
            return settle()
          },
          fail: () => {
            remove()
            resolve({ ok: false, error: { kind: 'storage', message: 'The cache cannot be read.' } })
            return settle()
          },
        }
        pending.push(request)
      }),
  })
  return { pending, query }
}
const only = (pending: readonly Pending[]): Pending => {
  const [first, ...rest] = pending
  if (first === undefined || rest.length > 0) throw new Error(`${pending.length} requests are under way, not one`)
  return first
}
const start = (options: { blockSize?: number; maxBlocks?: number } = {}) => {
  const desk = createDesk()
  const cache = createBlockCache<Row>({
    blockSize: 10,
    keyOf: ({ index }) => String(index),
    later: (work) => work(),
    ...options,
  })
  return { ...desk, cache }
}

describe('block cache', () => {
  test('loads the first block without details, then its details, then its neighbour', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme', { hasDetails: true }))
    expect(only(pending)).toMatchObject({ offset: 0, limit: 10, isDetailed: false, isAgain: false })
    await only(pending).answer(100)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 100, shownKey: 'acme' })
    expect(cache.row(9)).toMatchObject({ index: 9, isDetailed: false })
    const details = only(pending)
    expect(details).toMatchObject({ offset: 0, isDetailed: true })
    expect(details.known).toMatchObject({ total: 100, nextCursor: 'after 10', rows: { length: 10 } })
    await details.answer(100)
    expect(cache.row(9)).toMatchObject({ index: 9, isDetailed: true })
    expect(only(pending)).toMatchObject({ offset: 10, isDetailed: true })
    expect(only(pending).known).toBeUndefined()
  })

  test('asks for no details of a block that came with them', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme', { hasDetails: true, isKept: true }))
    await only(pending).answer(100)
    expect(only(pending)).toMatchObject({ offset: 10, isDetailed: true })
  })

  test('asks for the rows again with their details where a change came in between', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme', { hasDetails: true }))
    cache.outdate(() => true)
    await only(pending).answer(100)
    const [details] = pending
    expect(details).toMatchObject({ offset: 0, isDetailed: true })
    expect(details?.known).toBeUndefined()
  })

  test('loads a neighbour by cursor, and a jump by offset', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(1000)
    expect(only(pending)).toMatchObject({ offset: 10, cursor: 'after 10' })
    await only(pending).answer(1000)
    cache.show(500, 509, false)
    expect(only(pending)).toMatchObject({ offset: 500, cursor: null })
  })

  test('never shows a late reply to another query', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    const late = only(pending)
    cache.ask(query('birch'))
    const [, current] = pending
    await current?.answer(5)
    await late.answer(50)
    expect(cache.snapshot()).toMatchObject({ shownKey: 'birch', total: 5 })
    expect(cache.row(0)?.of).toBe('birch')
  })

  test('keeps the rows while another sort of the same brand loads', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('by position', { scope: 'acme' }))
    await only(pending).answer(8)
    cache.ask(query('by clicks', { scope: 'acme' }))
    expect(cache.snapshot()).toMatchObject({ state: 'asking', shownKey: 'by position' })
    expect(cache.row(3)?.of).toBe('by position')
    await only(pending).answer(8)
    expect(cache.row(3)?.of).toBe('by clicks')
  })

  test('never shows rows of one brand for another', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.ask(query('birch'))
    expect(cache.row(0)).toBeUndefined()
    expect(cache.snapshot()).toMatchObject({ state: 'first', total: 0 })
  })

  test('shows the rows of a revisited brand at once, and loads only changed ones again', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.ask(query('birch'))
    await only(pending).answer(4)
    cache.ask(query('acme'))
    expect(cache.row(7)?.of).toBe('acme')
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 8 })
    expect(pending).toHaveLength(0)
  })

  test('shows changed rows at once, and loads them again', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.outdate(({ scope }) => scope === 'acme')
    cache.ask(query('birch'))
    await only(pending).answer(4)
    cache.ask(query('acme'))
    expect(cache.row(7)?.of).toBe('acme')
    await only(pending).answer(9)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 9 })
    cache.outdate(() => true)
    cache.ask(query('birch'))
    expect(cache.snapshot()).toMatchObject({ state: 'asking', shownKey: 'birch', total: 4 })
    await only(pending).answer(5)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 5 })
    cache.ask(query('acme'))
    expect(cache.snapshot()).toMatchObject({ state: 'asking', shownKey: 'acme', total: 9 })
  })

  test('ignores rows in flight for a brand that is no longer selected', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(30)
    const neighbour = only(pending)
    cache.ask(query('birch'))
    await neighbour.answer(30)
    await only(pending).answer(4)
    cache.ask(query('acme'))
    expect(cache.row(0)?.index).toBe(0)
    expect(cache.row(10)).toBeUndefined()
  })

  test('changes nothing on screen in a refresh until the whole view is loaded', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(40)
    await only(pending).answer(40)
    cache.show(5, 14, true)
    while (pending.length > 0) await pending[0]?.answer(40)
    cache.refresh()
    // Not from what is kept for a return to the list.
    expect(pending).toMatchObject([
      { offset: 0, isAgain: true },
      { offset: 10, isAgain: true },
    ])
    await pending[0]?.answer(30)
    expect(cache.snapshot().total).toBe(40)
    await pending[0]?.answer(30)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 30 })
  })

  test('reports a failure, keeps the rows, and recovers with a retry', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.refresh()
    await only(pending).fail()
    expect(cache.snapshot()).toMatchObject({ state: 'failed', error: { kind: 'storage' } })
    expect(cache.row(2)?.index).toBe(2)
    expect(pending).toHaveLength(0)
    cache.refresh()
    await only(pending).answer(8)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', error: null })
  })

  test('loads an empty set again in a refresh', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(0)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', total: 0 })
    cache.refresh()
    await only(pending).answer(3)
    expect(cache.row(2)?.index).toBe(2)
  })

  test('reads ahead one by one after the view, and paints those rows at once', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme', { hasDetails: true }))
    cache.readAhead([query('birch', { hasDetails: true }), query('cedar', { hasDetails: true })])
    expect(only(pending)).toMatchObject({ of: 'acme', isDetailed: false })
    await only(pending).answer(8)
    await only(pending).answer(8)
    expect(only(pending)).toMatchObject({ of: 'birch', offset: 0, isDetailed: true })
    await only(pending).answer(4)
    expect(cache.row(0)?.of).toBe('acme')
    expect(only(pending)).toMatchObject({ of: 'cedar' })
    cache.ask(query('birch', { hasDetails: true }))
    expect(cache.snapshot()).toMatchObject({ state: 'ready', shownKey: 'birch', total: 4 })
    expect(cache.row(3)).toMatchObject({ of: 'birch', isDetailed: true })
    expect(only(pending)).toMatchObject({ of: 'cedar' })
  })

  test('loads a brand in flight once, and does not show it as the previous brand', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.readAhead([query('birch')])
    cache.ask(query('birch'))
    expect(cache.snapshot()).toMatchObject({ state: 'first', total: 0 })
    expect(cache.row(0)).toBeUndefined()
    await only(pending).answer(4)
    expect(cache.row(0)?.of).toBe('birch')
  })

  test('drops rows read ahead when they change, also in flight', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.readAhead([query('birch'), query('cedar')])
    await only(pending).answer(4)
    const late = only(pending)
    cache.outdate(({ scope }) => scope === 'birch')
    cache.outdate(({ scope }) => scope === 'cedar')
    cache.ask(query('cedar'))
    await late.answer(1)
    expect(cache.snapshot()).toMatchObject({ state: 'first', total: 0 })
    await only(pending).answer(2)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', shownKey: 'cedar', total: 2 })
    cache.ask(query('birch'))
    expect(cache.row(0)).toBeUndefined()
  })

  test('stops reading ahead after a failure, and does not keep the failure', async () => {
    const { cache, pending, query } = start()
    cache.ask(query('acme'))
    await only(pending).answer(8)
    cache.readAhead([query('birch'), query('cedar')])
    await only(pending).fail()
    expect(pending).toHaveLength(0)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', error: null })
    cache.ask(query('birch'))
    await only(pending).answer(4)
    expect(cache.snapshot()).toMatchObject({ state: 'ready', shownKey: 'birch' })
  })

  test('loads rows of any view, with a limited number of blocks and requests at a time', async () => {
    const move = fc.integer({ min: 0, max: 4980 })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
        const { cache, pending, query } = start({ maxBlocks: 6 })
        cache.ask(query('acme'))
        await only(pending).answer(5000)
        for (const first of moves) {
          cache.show(first, first + 19, false)
          expect(pending.length).toBeLessThanOrEqual(3)
          for (let turns = 0; pending.length > 0 && turns < 50; turns += 1) await pending[0]?.answer(5000)
          for (let index = first; index < first + 20; index += 1) expect(cache.row(index)?.index).toBe(index)
        }
        const held = Array.from({ length: 500 }, (_, block) => cache.row(block * 10)).filter((row) => row !== undefined)
        expect(held.length).toBeLessThanOrEqual(6)
      }),
      { numRuns: 40 },
    )
  })
})
