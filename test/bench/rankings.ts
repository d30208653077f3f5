// Rankings over the store's own worker against the same SQL raw in this thread plus an empty round trip to the
// worker, at 200 brands × 1,000 keywords × 50 days (10 M rows of history) and × 5 days (1 M).

import { type RankPageArgs, rankPage } from '../../src-main/rankings/queries/rank-page.ts'
import { unpackRows } from '../../src-main/rankings/rules/packed-rows.ts'
import { openForReading } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { type Bench, type BenchRow, interleave, judge } from './bench.ts'
import { plainMovers } from './plain-movers.ts'
import { dayAt, type FilledCache, fillCache, type Scale } from './rank-cache.ts'
import { ingestRows } from './rank-ingest.ts'
import { takeDown } from './rank-raw.ts'

const LARGE: Scale = { brands: 200, keywords: 1000, days: 50 }
const SMALL: Scale = { ...LARGE, days: 5 }

type Db = ReturnType<typeof openForReading>
type PageCase = {
  readonly name: string
  /** Differs from round to round, so that no count is remembered from the one before. */
  readonly args: (round: number, brandIds: readonly string[]) => Partial<RankPageArgs>
  /** How many rounds there are at most; each has its own statements, taken down before. */
  readonly rounds: number
}

const sortBy = (by: RankPageArgs['sort'][number]['by'], direction: 'asc' | 'desc' = 'asc') => [{ by, direction }]

/** A person switches between some of the brands, and looks at some days, which the reader holds unpacked. */
const BRANDS_AT_HAND = 20
const DAYS_AT_HAND = 3

const pageCases: readonly PageCase[] = [
  {
    name: 'page by position, one brand',
    args: (round, brandIds) => ({ brandIds: [brandIds[round % BRANDS_AT_HAND] ?? ''] }),
    rounds: 300,
  },
  { name: 'page by position, 200 brands', args: () => ({}), rounds: 300 },
  { name: 'page by clicks, descending', args: () => ({ sort: sortBy('clicks', 'desc') }), rounds: 60 },
  { name: 'page by keyword', args: () => ({ sort: sortBy('keyword') }), rounds: 60 },
  {
    name: 'filter by clicks and position',
    args: (round) => ({ filter: { clicksMin: 40, positionMax: 20 + round / 1000 } }),
    rounds: 40,
  },
  { name: 'search by a part of a word', args: (round) => ({ search: `hose ${100 + (round % 800)}` }), rounds: 200 },
  { name: 'one day of 200 brands', args: (round) => ({ day: dayAt(round % DAYS_AT_HAND) }), rounds: 60 },
  {
    name: 'one day vs another',
    args: (round) => ({
      day: dayAt(round % DAYS_AT_HAND),
      compareDay: dayAt((round + 1) % DAYS_AT_HAND),
      filter: { clicksMin: round / 1000 },
      sort: sortBy('positionChange'),
    }),
    rounds: 20,
  },
]

type Opened = { readonly filled: FilledCache; readonly db: Db; readonly store: Awaited<ReturnType<typeof openStore>> }

const open = async (filled: FilledCache): Promise<Opened> => {
  const store = await openStore({ ...filled.files, onNotice: ({ message }) => console.error(message) })
  return { filled, store, db: openForReading(filled.files) }
}

const queryOf = (args: Partial<RankPageArgs>): RankPageArgs => ({
  brandIds: 'all',
  slice: DEFAULT_SLICE,
  filter: {},
  sort: sortBy('position'),
  limit: 50,
  sparkDays: 0,
  ...args,
})

const BUDGET_MS = 5000
const EMPTY = { key: 'no such setting' }
const AGAINST = 'the same SQL raw + an empty round trip'

const pageRow = async (large: Opened, small: Opened, page: PageCase): Promise<BenchRow[]> => {
  const argsOf = ({ filled }: Opened, round: number) => queryOf(page.args(Math.max(0, round), filled.brandIds))
  const over = (opened: Opened) => async (round: number) =>
    unpackRows((await opened.store.read('rankings.page', argsOf(opened, round))).packed)
  const raw = Array.from({ length: page.rounds }, (_, round) =>
    takeDown(large.db, (db) => rankPage(db, argsOf(large, round))),
  )
  const ms = await interleave(
    { rounds: page.rounds, budgetMs: BUDGET_MS },
    {
      desk: over(large),
      raw: (round) => raw[Math.max(0, round)]?.(),
      empty: () => large.store.read('settings.get', EMPTY),
      tenth: over(small),
    },
  )
  const measured = { deskMs: ms.desk, rawMs: ms.raw, emptyMs: ms.empty }
  return [
    judge({ name: page.name, against: AGAINST, ratio: ms.desk / (ms.raw + ms.empty), atMost: 1.3, measured }),
    judge({
      name: `${page.name}, 10 M rows`,
      against: '1 M rows',
      ratio: ms.desk / ms.tenth,
      atMost: 2,
      measured: { largeMs: ms.desk, smallMs: ms.tenth },
    }),
  ]
}

const MOVERS_ROUNDS = 16
/** The raw SQL reads their rows in memory, so they are few; packed days are read from the file each time. */
const MOVERS_DAYS = [0, 13, 39].map(dayAt)

const moversRow = async ({ store, db }: Opened): Promise<BenchRow> => {
  const daysOf = (round: number) => {
    const at = Math.max(0, round)
    return { from: MOVERS_DAYS[at % 3] ?? '', to: MOVERS_DAYS[(at + 1) % 3] ?? '' }
  }
  const query = { brandIds: 'all', slice: DEFAULT_SLICE, kind: 'any', limit: 50 } as const
  const raw = MOVERS_DAYS.map((_, round) => plainMovers(db, daysOf(round)))
  const ms = await interleave(
    { rounds: MOVERS_ROUNDS, budgetMs: 2 * BUDGET_MS },
    {
      desk: (round) => store.read('rankings.movers', { ...query, ...daysOf(round) }),
      raw: (round) => raw[Math.max(0, round) % 3]?.(),
    },
  )
  return judge({
    name: 'movers over 200 brands between any two days',
    against: 'raw SQL over rows in memory',
    ratio: ms.desk / ms.raw,
    atMost: 1.2,
    measured: { deskMs: ms.desk, rawMs: ms.raw },
  })
}

const withBoth = async (large: FilledCache, small: FilledCache): Promise<BenchRow[]> => {
  const opened = await open(large)
  const tenth = await open(small)
  try {
    const rows: BenchRow[] = []
    for (const page of pageCases) rows.push(...(await pageRow(opened, tenth, page)))
    rows.push(await moversRow(opened))
    return rows
  } finally {
    for (const { store, db } of [opened, tenth]) {
      await store.close()
      db.cache.close()
      db.core.close()
    }
  }
}

export const rankingsBench: Bench = {
  name: 'rankings',
  run: async () => {
    const caches: FilledCache[] = []
    try {
      for (const scale of [SMALL, LARGE]) {
        const filled = fillCache(scale)
        caches.push(filled)
        const rows = scale.brands * scale.keywords * scale.days
        console.log(`  filled ${rows.toLocaleString('en')} rows of history in ${Math.round(filled.filledMs)} ms`)
      }
      const [small, large] = caches
      if (small === undefined || large === undefined) throw new Error('No cache was filled.')
      return [...(await withBoth(large, small)), ...(await ingestRows())]
    } finally {
      for (const cache of caches) cache.remove()
    }
  },
}
