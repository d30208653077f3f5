// An earlier day over 200 brands × 1,000 keywords against the same call of now: the first look, which works the day out, and
// each further one. While it is worked out, small reads and writes of the desk go on: the longest wait of one is measured.

import { systemClock } from '../../src-main/base/clock.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { createRankingHandlers } from '../../src-main/rankings/calls.ts'
import { createEarlierDay } from '../../src-main/rankings/earlier-day.ts'
import { openStore } from '../../src-main/store/open.ts'
import { type Bench, type BenchRow, interleave, judge, judgeAtRest, median } from './bench.ts'
import { openLeastDay } from './least-day.ts'
import { dayAt, type FilledCache, fillCache, type Scale } from './rank-cache.ts'
import { withSlowness } from './support/slowness.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: 60 }
/** The newest days are later, and 56 days up to these are cached: as many as two periods of 28 have. */
const DAYS = [56, 57, 58].map(dayAt)
const ROUNDS = 20
const BUDGET_MS = 10_000
const REST_MS = 5
const AGAINST = 'the same call of now'

type Desk = Awaited<ReturnType<typeof open>>

const open = async ({ files }: FilledCache) => {
  const store = await openStore({ ...files, onNotice: ({ message }) => console.error(message) })
  const settings = { profile: () => ({ baseUrl: '' }), onChange: () => undefined }
  const brands = await createBrandBook({ store, emit: () => undefined, settings })
  const clock = { ...systemClock, now: () => Date.parse(`${dayAt(SCALE.days)}T12:00:00Z`) }
  const deps = { store, clock, brands, log: silentLog, emit: () => undefined }
  return { store, handlers: createRankingHandlers({ ...deps, earlierDay: createEarlierDay(deps) }) }
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const FIRST_MS = 300
const LEAST_GOAL = 1.25

/** Processor time is of all threads; it tells more than the clock beside other work of the machine. */
type Took = { readonly ms: number; readonly cpuMs: number }
const timed = async (work: () => unknown): Promise<Took> => {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

/** A first look at each of the days, beside the least program that sums up the same. */
const firstLooks = async (desk: Desk, { files }: FilledCache): Promise<BenchRow[]> => {
  const { page } = callsOf(desk)
  const took = { first: [] as Took[], least: [] as Took[] }
  for (const day of [55, 57, 58].map(dayAt)) {
    const least = openLeastDay(files.cacheFile, day)
    took.least.push(await timed(least.run))
    least.close()
    took.first.push(await timed(() => page?.(day)))
  }
  const measured = {
    firstMs: median(took.first.map(({ ms }) => ms)),
    leastMs: median(took.least.map(({ ms }) => ms)),
    firstCpuMs: median(took.first.map(({ cpuMs }) => cpuMs)),
    leastCpuMs: median(took.least.map(({ cpuMs }) => cpuMs)),
  }
  const ratio = measured.firstMs / measured.leastMs
  const name = 'first page as of a day'
  // Where the least program itself takes longer than the goal, the desk may take as much longer as beside it.
  const leastGoal = (LEAST_GOAL * measured.leastMs) / FIRST_MS
  const atMost = measured.leastMs > FIRST_MS ? Math.round(100 * leastGoal) / 100 : 1
  return [
    judge({ name, against: 'the least program', ratio, atMost: LEAST_GOAL, measured }),
    judge({ name, against: `${FIRST_MS} ms`, ratio: measured.firstMs / FIRST_MS, atMost, measured }),
  ]
}

/** Milliseconds of the work, and the longest that a small read had to wait beside it. */
const besideReads = async ({ store }: Desk, work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  let isDone = false
  let waitedMs = 0
  const reads = (async () => {
    while (!isDone) {
      const askedAt = performance.now()
      await store.read('settings.get', { key: 'no such setting' })
      waitedMs = Math.max(waitedMs, performance.now() - askedAt)
      await rest(REST_MS)
    }
  })()
  await work()
  const ms = performance.now() - startedAt
  isDone = true
  await reads
  return { ms, waitedMs }
}

type Call = (asOfDay?: string, round?: number) => Promise<unknown>
const callsOf = ({ handlers }: Desk): Readonly<Record<string, Call>> => {
  const scope = { brandIds: 'all' as const }
  const then = (asOfDay?: string) => (asOfDay === undefined ? {} : { asOfDay })
  const sort = [{ by: 'position', direction: 'asc' } as const]
  return {
    page: async (day) =>
      handlers['rankings.page']({ ...scope, filter: {}, sort, limit: 50, sparkDays: 28, ...then(day) }),
    'page further down': async (day, round = 0) =>
      handlers['rankings.page']({
        ...scope,
        filter: {},
        sort,
        limit: 50,
        offset: 100 + round,
        sparkDays: 28,
        ...then(day),
      }),
    totals: async (day) => handlers['rankings.totals']({ ...scope, filter: {}, ...then(day) }),
    movers: async (day) =>
      handlers['rankings.movers']({ ...scope, kind: 'any', moves: 'real', limit: 50, ...then(day) }),
  }
}

const rowOf = async (desk: Desk, name: string, call: Call): Promise<BenchRow[]> => {
  const [day = ''] = DAYS
  const now = await besideReads(desk, () => call())
  const { value: first, slowness } = await withSlowness(() => besideReads(desk, () => call(day)))
  const ms = await interleave(
    { rounds: ROUNDS, budgetMs: BUDGET_MS },
    { earlier: (round) => call(day, round), now: (round) => call(undefined, round) },
  )
  const firstMs = { firstMs: first.ms, firstOfNowMs: now.ms, readWaitedMs: first.waitedMs }
  const measured = { earlierMs: ms.earlier, nowMs: ms.now, ...firstMs }
  const waits = { readWaitedMs: first.waitedMs, ofNowMs: now.waitedMs }
  return [
    judge({ name: `${name} as of a day, again`, against: AGAINST, ratio: ms.earlier / ms.now, atMost: 3, measured }),
    judgeAtRest({
      name: `a small read beside the first ${name}`,
      against: '100 ms',
      ratio: first.waitedMs / 100,
      slowness,
      measured: waits,
    }),
  ]
}

export const asOfBench: Bench = {
  name: 'as-of',
  run: async () => {
    const filled = fillCache(SCALE)
    try {
      console.log(`  filled ${SCALE.brands} brands in ${Math.round(filled.filledMs)} ms`)
      const desk = await open(filled)
      try {
        const rows: BenchRow[] = []
        for (const [name, call] of Object.entries(callsOf(desk))) rows.push(...(await rowOf(desk, name, call)))
        rows.push(...(await firstLooks(desk, filled)))
        return rows
      } finally {
        await desk.store.close()
      }
    } finally {
      filled.remove()
    }
  },
}
