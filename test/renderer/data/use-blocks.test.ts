// A table over all brands while a sync pours changes in, in virtual time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBlockCache } from '../../../src-renderer/data/block-cache.ts'
import type { BlockQuery } from '../../../src-renderer/data/block-query.ts'
import { invalidate } from '../../../src-renderer/data/invalidate.ts'
import { followChanges } from '../../../src-renderer/data/use-blocks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change = (payload: {
  brandIds: 'all' | string[]
  datasets: ('rankings' | 'keywordMarks' | 'outbox' | 'sync')[]
}) => invalidate({ name: 'changed', payload })

type Options = {
  readonly scope?: string
  readonly replyMs: number
  readonly callsOfAll?: NonNullable<BlockQuery<unknown>['callsOfAll']>
}

/** Rankings in view whose replies take this long; `asked` counts them. */
const open = async ({ scope = 'all', replyMs, callsOfAll = [] }: Options) => {
  let asked = 0
  let answered = 0
  const query: BlockQuery<{ id: string }> = {
    key: scope,
    scope,
    calls: ['rankings.page'],
    callsOfAll,
    hasDetails: false,
    fetch: async () => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, replyMs))
      answered += 1
      return { ok: true, value: { rows: [{ id: `reply ${answered}` }], total: 1, nextCursor: null, freshAsOf: null } }
    },
  }
  const cache = createBlockCache<{ id: string }>({ keyOf: () => 'the row', later: (work) => void setTimeout(work) })
  cache.ask(query)
  cache.show(0, 1, true)
  const stop = followChanges(cache)
  await vi.advanceTimersByTimeAsync(replyMs + 1)
  const sync = async (seconds: number): Promise<number> => {
    const before = asked
    for (let tick = 0; tick < seconds * 10; tick += 1) {
      change({ brandIds: [`brand ${tick % 200}`], datasets: ['sync', 'rankings'] })
      await vi.advanceTimersByTimeAsync(100)
    }
    return asked - before
  }
  const shown = () => cache.row(0)?.id
  return { sync, stop, shown, asked: () => asked }
}

test('rows of all brands that load slowly are asked for a few times in a minute of sync, and at once at its end', async () => {
  const { sync, stop, asked } = await open({ replyMs: 300 })
  expect(await sync(60)).toBeLessThanOrEqual(12)
  const during = asked()
  await sync(1)
  change({ brandIds: 'all', datasets: ['sync'] })
  await vi.advanceTimersByTimeAsync(250)
  expect(asked()).toBe(during + 1)
  stop()
})

test('rows that load fast are asked for about once a second during a sync', async () => {
  const { sync, stop } = await open({ replyMs: 10 })
  const asked = await sync(10)
  expect(asked).toBeGreaterThanOrEqual(8)
  expect(asked).toBeLessThanOrEqual(13)
  stop()
})

test('rows of a brand are not asked for while other brands sync', async () => {
  const { sync, stop } = await open({ scope: 'none of them', replyMs: 10 })
  expect(await sync(10)).toBe(0)
  stop()
})

test('one change is followed at once; changes that follow it, four times a second', async () => {
  const { stop, asked } = await open({ replyMs: 10 })
  const before = asked()
  change({ brandIds: ['acme'], datasets: ['keywordMarks'] })
  change({ brandIds: ['acme'], datasets: ['keywordMarks'] })
  await vi.advanceTimersByTimeAsync(50)
  expect(asked() - before).toBe(1)
  for (let tick = 0; tick < 20; tick += 1) {
    change({ brandIds: ['acme'], datasets: ['keywordMarks'] })
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked() - before).toBeGreaterThanOrEqual(4)
  expect(asked() - before).toBeLessThanOrEqual(5)
  stop()
})

test('rows that load slowly are shown while changes keep coming, and those of the last change at the end', async () => {
  const { stop, asked, shown } = await open({ replyMs: 400 })
  for (let tick = 0; tick < 30; tick += 1) {
    change({ brandIds: ['acme'], datasets: ['keywordMarks'] })
    await vi.advanceTimersByTimeAsync(100)
    if (tick === 15) expect(shown()).not.toBe('reply 1')
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toBe(`reply ${asked()}`)
  expect(asked()).toBeLessThanOrEqual(9)
  stop()
})

test('a call that reads all brands makes the rows of one brand stale when another brand changes', async () => {
  const { stop, asked } = await open({ scope: 'acme', replyMs: 10, callsOfAll: ['outreach.contactHistory'] })
  const before = asked()
  change({ brandIds: ['birch'], datasets: ['keywordMarks'] })
  await vi.advanceTimersByTimeAsync(500)
  expect(asked()).toBe(before)
  change({ brandIds: ['birch'], datasets: ['outbox'] })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(before + 1)
  stop()
})
