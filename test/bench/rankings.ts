// Rankings over the store's own worker against the same SQL by hand in this thread plus an empty round trip to the
// worker, at 200 brands × 1,000 keywords × 50 days (10 M rows of history) and × 5 days (1 M).
import { openForReading } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { RankPageArgs } from '../../src-main/store/queries/rank-page.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import { type Bench, type BenchRow, interleave, judge } from './bench.ts'
import { dayAt, type FilledCache, fillCache, type Scale } from './rank-cache.ts'
import { ingestRows } from './rank-ingest.ts'
import { rawDay, rawMovers, rawPage, rawSearch } from './rank-raw.ts'

const LARGE: Scale = { brands: 200, keywords: 1000, days: 50 }
const SMALL: Scale = { ...LARGE, days: 5 }

type Db = ReturnType<typeof openForReading>
type PageCase = {
  readonly name: string
  /** Differs from round to round, so that no count is remembered from the one before. */
  readonly args: (round: number, brandIds: readonly string[]) => Partial<RankPageArgs>
  readonly raw: (db: Db, round: number) => unknown
}

/** A person goes back and forth between some of the brands. */
const brandAt = (round: number): number => Math.abs(round) % 20

const sortBy = (by: RankPageArgs['sort'][number]['by'], direction: 'asc' | 'desc' = 'asc') => [{ by, direction }]

const pageCases: readonly PageCase[] = [
  {
    name: 'page by position, one brand',
    args: (round, brandIds) => ({ brandIds: [brandIds[brandAt(round)] ?? ''] }),
    raw: ({ cache }, round) => rawPage(cache, 'r.slice = ?', 'r.position NULLS LAST', [1 + brandAt(round)]),
  },
  {
    name: 'page by position, 200 brands',
    args: () => ({}),
    raw: ({ cache }) => rawPage(cache, 'TRUE', 'r.position NULLS LAST, r.id', []),
  },
  {
    name: 'page by clicks, descending',
    args: () => ({ sort: sortBy('clicks', 'desc') }),
    raw: ({ cache }) => rawPage(cache, 'TRUE', 'r.clicks DESC, r.id DESC', []),
  },
  {
    name: 'page by keyword (no index)',
    args: () => ({ sort: sortBy('keyword') }),
    raw: ({ cache }) => rawPage(cache, 'TRUE', 'r.folded, r.id', []),
  },
  {
    name: 'filter by clicks and position',
    args: (round) => ({ filter: { clicksMin: 40 + (round % 50), positionMax: 20 } }),
    raw: ({ cache }, round) =>
      rawPage(cache, 'r.clicks >= ? AND r.position <= 20', 'r.position NULLS LAST, r.id', [40 + (round % 50)]),
  },
  {
    name: 'search by a part of a word',
    args: (round) => ({ search: `hose ${100 + (round % 90)}` }),
    raw: ({ cache }, round) =>
      rawSearch(
        cache,
        Array.from(`hose ${100 + (round % 90)}`, (_, at) => `"${`hose ${100 + (round % 90)}`.slice(at, at + 3)}"`)
          .slice(0, -2)
          .join(' AND '),
      ),
  },
  {
    name: 'one day of 200 brands',
    args: (round) => ({ day: dayAt(Math.abs(round) % SMALL.days) }),
    raw: ({ cache }, round) => rawDay(cache, dayAt(Math.abs(round) % SMALL.days)),
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

const ROUNDS = { rounds: 300, budgetMs: 4000 }
const EMPTY = { key: 'no such setting' }

const pageRow = async (large: Opened, small: Opened, page: PageCase): Promise<BenchRow[]> => {
  const over =
    ({ store, filled }: Opened) =>
    (round: number) =>
      store.read('rankings.page', queryOf(page.args(round, filled.brandIds)))
  const ms = await interleave(ROUNDS, {
    desk: over(large),
    raw: (round) => page.raw(large.db, round),
    empty: () => large.store.read('settings.get', EMPTY),
    tenth: over(small),
  })
  const against = 'the same SQL by hand + an empty round trip'
  const measured = { deskMs: ms.desk, rawMs: ms.raw, emptyMs: ms.empty }
  return [
    judge({ name: page.name, against, ratio: ms.desk / (ms.raw + ms.empty), atMost: 1.5, measured }),
    judge({
      name: `${page.name}, 10 M rows`,
      against: '1 M rows',
      ratio: ms.desk / ms.tenth,
      atMost: 2,
      measured: { largeMs: ms.desk, smallMs: ms.tenth },
    }),
  ]
}

const moversRow = async ({ store, db, filled }: Opened): Promise<BenchRow> => {
  const daysOf = (round: number) => ({
    from: dayAt(Math.abs(round * 7) % filled.scale.days),
    to: dayAt(Math.abs(round * 7 + 13) % filled.scale.days),
  })
  const query = { brandIds: 'all', slice: DEFAULT_SLICE, kind: 'any', limit: 50 } as const
  const ms = await interleave(
    { rounds: 40, budgetMs: 15_000 },
    {
      desk: (round) => store.read('rankings.movers', { ...query, ...daysOf(round) }),
      raw: (round) => rawMovers(db.cache, daysOf(round).from, daysOf(round).to),
    },
  )
  return judge({
    name: 'movers over 200 brands between any two days',
    against: 'raw SQL',
    ratio: ms.desk / ms.raw,
    atMost: 1.5,
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
