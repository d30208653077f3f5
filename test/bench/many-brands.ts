// The same calls on a desk of 2,000 brands × 500 keywords × 50 days (50 million keyword-days) and on one of 200 brands, in
// turn. Processor time of the whole process, as the time that passes depends on what else the machine does. Ten times the
// brands are ten times the rows of a call that reads each of them.
import { systemClock } from '../../src-main/base/clock.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { createRankingHandlers } from '../../src-main/rankings/calls.ts'
import { createEarlierDay } from '../../src-main/rankings/earlier-day.ts'
import { createOverviewHandlers } from '../../src-main/rankings/overview.ts'
import { rankPage } from '../../src-main/rankings/queries/rank-page.ts'
import { rankTotals } from '../../src-main/rankings/queries/rank-totals.ts'
import type { ReadableDb } from '../../src-main/store/db.ts'
import { openForReading } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import { createTodayHandlers } from '../../src-main/today/calls.ts'
import { overviewAsked, queryFromParams } from '../../src-renderer/state/overview-asked.ts'
import { calls } from '../../src-shared/desk/contract.ts'
import { DEFAULT_SETTINGS } from '../../src-shared/desk/desk.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import { MANY, withMany } from './many-brands-cache.ts'
import { dayAt, type FilledCache, NOUNS } from './rank-cache.ts'
import { takeDown } from './rank-raw.ts'

const FEW = 200
const ROUNDS = 9
/** Twice where the answer is as large; more where each brand has a row in it. */
const SAME_ANSWER = 2
const ROW_A_BRAND = 10
/** A call may grow by so much more than the SQL below it, which reads a file that no longer fits into its page cache. */
const RAW_ALLOWANCE = 1.25

/** As the window asks for it first. */
const LOSSES = queryFromParams({})

type Desk = Awaited<ReturnType<typeof open>>

const open = async ({ files, brandIds }: FilledCache) => {
  const startedMs = cpuMs()
  const store = await openStore({ ...files, onNotice: ({ message }) => console.error(message) })
  const settings = { profile: () => ({ baseUrl: '' }), onChange: () => undefined }
  const brands = await createBrandBook({ store, emit: () => undefined, settings })
  const openMs = cpuMs() - startedMs
  const clock = { ...systemClock, now: () => Date.parse(`${dayAt(MANY.days)}T12:00:00Z`) }
  const deps = {
    store,
    clock,
    brands,
    log: silentLog,
    emit: () => undefined,
    earlierDay: createEarlierDay({ store, clock }),
  }
  const handlers = {
    ...createRankingHandlers(deps),
    ...createOverviewHandlers(deps),
    ...createTodayHandlers({ ...deps, settings: { get: () => DEFAULT_SETTINGS } }),
  }
  return { store, handlers, brandIds, openMs, db: openForReading(files) }
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What a person waits for; each round asks for other rows, so that no answer is remembered. */
const callsOf = ({ handlers, brandIds }: Desk) => {
  const sort = [{ by: 'clicks', direction: 'desc' } as const]
  const page = { filter: {}, sort, limit: 50, sparkDays: 28 }
  const overview = calls['brands.overview'].input
  const oneOf = (round: number) => [brandIds[(round * 7 + 1) % FEW] ?? '']
  return {
    'another brand': {
      atMost: SAME_ANSWER,
      call: async (round: number) => {
        await handlers['rankings.page']({ ...page, brandIds: oneOf(round) })
        return handlers['brands.overview'](overview.parse({ brandIds: oneOf(round) }))
      },
    },
    'rankings of all': {
      atMost: ROW_A_BRAND,
      call: (round: number) => handlers['rankings.page']({ ...page, brandIds: 'all', offset: round }),
    },
    'totals of all': {
      atMost: ROW_A_BRAND,
      call: (round: number) => handlers['rankings.totals']({ brandIds: 'all', filter: { clicksMin: round + 1 } }),
      raw: (db: ReadableDb, round: number) =>
        rankTotals(db, { brandIds: 'all', slice: DEFAULT_SLICE, filter: { clicksMin: round + 1 } }),
    },
    'movers of all': {
      atMost: ROW_A_BRAND,
      call: (round: number) =>
        handlers['rankings.movers']({ brandIds: 'all', kind: 'any', moves: 'real', limit: 50 + round }),
    },
    'a word looked for in the rankings of all': {
      atMost: ROW_A_BRAND,
      call: (round: number) =>
        handlers['rankings.page']({ ...page, brandIds: 'all', search: NOUNS[round % NOUNS.length], offset: round }),
      raw: (db: ReadableDb, round: number) =>
        rankPage(db, {
          ...page,
          brandIds: 'all',
          slice: DEFAULT_SLICE,
          search: NOUNS[round % NOUNS.length] ?? '',
          offset: round,
        }),
    },
    today: { atMost: ROW_A_BRAND, call: () => handlers['today.list']({ brandIds: 'all' }) },
    'overview of all, first rows': {
      atMost: ROW_A_BRAND,
      call: (round: number) =>
        handlers['brands.overview'](overview.parse({ ...overviewAsked(LOSSES), limit: 50 + round })),
    },
    'overview of all, a page': {
      atMost: SAME_ANSWER,
      call: (round: number) => handlers['brands.overview'](overview.parse({ offset: round * 10 })),
    },
  } as const
}

const measure = async (call: (round: number) => unknown, round: number) => {
  const startedMs = cpuMs()
  const reply = await call(round)
  const ms = cpuMs() - startedMs
  return { ms, replyKb: JSON.stringify(reply).length / 1024 }
}

type Cases = ReturnType<typeof callsOf>
type Case = { readonly atMost: number; readonly call: (round: number) => unknown; readonly raw?: RawCall }
type RawCall = (db: ReadableDb, round: number) => unknown

/** Processor time of the same SQL, run by hand. */
const rawMs = ({ db }: Desk, raw: RawCall, round: number): number => {
  const replay = takeDown(db, (recorded) => raw(recorded, round))
  const startedMs = cpuMs()
  replay()
  return cpuMs() - startedMs
}

/** What the SQL alone takes with many brands, for each millisecond with few; undefined: the case has no SQL of its own. */
const rawGrowth = (few: Desk, many: Desk, raw: RawCall | undefined): number | undefined => {
  if (raw === undefined) return undefined
  const rounds = Array.from(
    { length: ROUNDS },
    (_, round) => [rawMs(few, raw, round), rawMs(many, raw, round)] as const,
  )
  return median(rounds.map(([, ofMany]) => ofMany)) / median(rounds.map(([ofFew]) => ofFew))
}

const rowsOf = async (few: Desk, many: Desk): Promise<BenchRow[]> => {
  const rows: BenchRow[] = []
  const [ofFew, ofMany] = [callsOf(few), callsOf(many)]
  for (const name of Object.keys(ofFew) as (keyof Cases)[]) {
    // keys of the record given
    const times = { few: [] as number[], many: [] as number[] }
    let [fewKb, manyKb] = [0, 0]
    for (let round = -2; round < ROUNDS; round += 1) {
      const one = await measure(ofFew[name].call, round + 2)
      const other = await measure(ofMany[name].call, round + 2)
      fewKb = one.replyKb
      manyKb = other.replyKb
      if (round < 0) continue
      times.few.push(one.ms)
      times.many.push(other.ms)
    }
    const { atMost, raw }: Case = ofFew[name]
    const growth = rawGrowth(few, many, raw)
    const measured = {
      manyCpuMs: median(times.many),
      fewCpuMs: median(times.few),
      manyKb,
      fewKb,
      ...(growth !== undefined && { growthOfRawSql: growth }),
    }
    const ratio = measured.manyCpuMs / measured.fewCpuMs
    const goal = growth === undefined ? atMost : Math.max(atMost, Math.round(RAW_ALLOWANCE * growth * 100) / 100)
    rows.push(judge({ name, against: 'the same over 200 brands', ratio, atMost: goal, measured }))
  }
  return rows
}

const openedRow = async (few: Desk, many: Desk): Promise<BenchRow> => {
  const measured = { manyCpuMs: many.openMs, fewCpuMs: few.openMs, rssMb: process.memoryUsage.rss() / 2 ** 20 }
  const start = { name: 'open the desk', against: 'the same over 200 brands', measured }
  return judge({ ...start, ratio: many.openMs / few.openMs, atMost: SAME_ANSWER })
}

const callRows = async (caches: readonly [few: FilledCache, many: FilledCache]): Promise<BenchRow[]> => {
  const few = await open(caches[0])
  const many = await open(caches[1])
  try {
    return [await openedRow(few, many), ...(await rowsOf(few, many))]
  } finally {
    for (const { db, store } of [few, many]) {
      db.core.close()
      db.cache.close()
      await store.close()
    }
  }
}

export const manyBrandsBench: Bench = {
  name: 'many-brands',
  run: () => withMany(FEW, (few) => withMany(2000, (many) => callRows([few, many]))),
}
