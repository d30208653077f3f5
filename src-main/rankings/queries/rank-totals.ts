// What the rows of a filtered set add up to: one walk over the rows that the page is cut from.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { WINDOW_DAYS } from '../../../src-shared/desk/values/figures.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { RANK_BANDS } from '../../../src-shared/desk/values/position-bands.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { unpackShown } from './day-rows.ts'
import { slicePeriods } from './period-columns.ts'
import { periodTotals } from './period-page.ts'
import { count, inBand, sumColumns } from './rank-figures.ts'
import { markedOf } from './rank-marked.ts'
import { readOnce, remember } from './rank-memo.ts'
import type { RankPageArgs } from './rank-page.ts'
import { type Plan, planOf, type RankQuery, rowsWhere, slicesWith } from './rank-plan.ts'
import { type Scope, scopeOf } from './rank-scope.ts'
import { DAYS, periodFromNumber, type Shown, shownOf } from './rank-snapshots.ts'
import type { Source } from './rank-source.ts'

type Totals = CallOutput<'rankings.totals'>
export type TotalsArgs = Omit<RankQuery, 'sort'> & Pick<RankPageArgs, 'inMemory'>
type Band = (typeof RANK_BANDS)[number]

/** Counts by group, then the sums of now, and of those rows that have a comparison. */
const columnsOf = (source: Source): string => {
  const { kind, columns, positionBefore, isCompared } = source
  const now = inBand(columns.position)
  const before = inBand(positionBefore)
  const compared = (sql: string) => `sum(${sql}) FILTER (WHERE ${isCompared})`
  const change = (band: Band) =>
    kind === 'compare'
      ? `${count(`${isCompared} AND ${now[band]}`)} - ${count(`${isCompared} AND ${before[band]}`)}`
      : 'NULL'
  return [
    sumColumns(source),
    ...RANK_BANDS.map((band, at) => `${count(now[band])} AS band${at}`),
    ...RANK_BANDS.map((band, at) => `${change(band)} AS change${at}`),
    `${compared(`${columns.clicks} - ${columns.clicksChange}`)} AS clicksBefore`,
    `${compared(`${columns.impressions} - ${columns.impressionsChange}`)} AS impressionsBefore`,
  ].join(', ')
}

type Row = Readonly<Record<string, number | null>>

const share = (clicks: number | null, impressions: number | null): number | null =>
  clicks === null || impressions === null ? null : impressions === 0 ? 0 : clicks / impressions

const sumsOf = (db: ReadableDb, { source, conditions }: Plan): Row => {
  const rows = rowsWhere(source, conditions)
  const sql = `SELECT ${columnsOf(source)} FROM ${rows.from} WHERE ${rows.where}`
  return remember(
    db,
    `totals ${sql} ${JSON.stringify(rows.params)}`,
    () => prepared<Row>(db.cache, sql).get(...rows.params) ?? {},
  )
}

const sumsInTables = (db: ReadableDb, scope: Scope, query: RankQuery): Row => {
  unpackShown(db, scope, shownOf(query))
  return sumsOf(db, planOf(db, scope, query, markedOf(db, scope, query)))
}

const sumsInMemory = (db: ReadableDb, scope: Scope, { filter, period, comparePeriod }: RankQuery): Row =>
  period === undefined
    ? {}
    : remember(db, `totals in memory ${scope.json} ${JSON.stringify([filter, period, comparePeriod])}`, () =>
        periodTotals(slicePeriods(db, scope, { period, comparePeriod }), filter, comparePeriod !== undefined),
      )

type Span = Pick<Totals, 'period' | 'comparePeriod'>

const spanOf = (of: Shown['of'], number: number): Period =>
  of === DAYS ? { from: dayFromNumber(number), to: dayFromNumber(number) } : periodFromNumber(number)

/** The window that the service summed up when it was last read; of several brands the one of most, and the newer of two. */
const windowSpan = (scope: Scope): Span => {
  const ends = new Map<number, number>()
  for (const { windowLast } of scope.slices)
    if (windowLast !== null) ends.set(windowLast, (ends.get(windowLast) ?? 0) + 1)
  const [most] = [...ends].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])
  if (most === undefined) return { period: null, comparePeriod: null }
  const [last] = most
  const endingAt = (to: number): Period => ({ from: dayFromNumber(to - WINDOW_DAYS + 1), to: dayFromNumber(to) })
  return { period: endingAt(last), comparePeriod: endingAt(last - WINDOW_DAYS) }
}

const shownSpan = ({ of, now, before }: Shown): Span => ({
  period: spanOf(of, now),
  comparePeriod: before === undefined ? null : spanOf(of, before),
})

const brandsOf = (db: ReadableDb, scope: Scope, args: TotalsArgs): Omit<Totals['brands'], 'asked'> => {
  const shown = shownOf(args)
  const { period, comparePeriod } = args
  if (shown === null) {
    const read = scope.slices.filter(({ fetchedAtMs }) => fetchedAtMs !== null).length
    return { shown: read, compared: read }
  }
  if (args.inMemory === true && period !== undefined) {
    const slices = slicePeriods(db, scope, { period, comparePeriod })
    return { shown: slices.length, compared: slices.filter(({ isCompared }) => isCompared).length }
  }
  const have = new Set(slicesWith(db, scope, shown.of, shown.now).map(({ slice }) => slice))
  const earlier = shown.before === undefined ? [] : slicesWith(db, scope, shown.of, shown.before)
  return { shown: have.size, compared: earlier.filter(({ slice }) => have.has(slice)).length }
}

/** How many brands were asked for is the caller's to say. */
export const rankTotals = (
  db: ReadableDb,
  args: TotalsArgs,
): Omit<Totals, 'brands'> & { readonly brands: Omit<Totals['brands'], 'asked'> } =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const query: RankQuery = { ...args, sort: [] }
    const shown = shownOf(query)
    const row = args.inMemory === true ? sumsInMemory(db, scope, query) : sumsInTables(db, scope, query)
    const value = (name: string): number | null => row[name] ?? null
    const clicks = { now: value('clicks') ?? 0, before: value('clicksBefore') }
    const impressions = { now: value('impressions') ?? 0, before: value('impressionsBefore') }
    return {
      keywords: value('keywords') ?? 0,
      bands: RANK_BANDS.map((band, at) => ({
        band,
        keywords: value(`band${at}`) ?? 0,
        change: value(`change${at}`),
      })),
      clicks,
      impressions,
      ctr: { now: share(clicks.now, impressions.now) ?? 0, before: share(clicks.before, impressions.before) },
      avgPosition: value('avgPosition'),
      avgPositionChange: value('avgPositionChange'),
      ...(shown === null ? windowSpan(scope) : shownSpan(shown)),
      brands: brandsOf(db, scope, args),
    }
  })
