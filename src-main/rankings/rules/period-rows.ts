// Two periods of a slice side by side as columns, and what filters, orders and totals read of a row: the same as the SQL of
// queries/rank-source.ts, which asks for rows in tables.

import type { RANK_SORT_FIELDS, RankFilter } from '../../../src-shared/desk/rankings.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { PeriodSums } from './period-sums.ts'

/** NaN: no value. */
export type PeriodRows = PeriodSums & {
  /** Whether the slice has the earlier period. */
  readonly isCompared: boolean
  readonly positionsBefore: Float64Array
  readonly clicksBefore: Float64Array
  readonly impressionsBefore: Float64Array
}

const NO_VALUES = new Float64Array(0)
const isSame = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((keyword, at) => other[at] === keyword)

/** Keywords of either period; those that are gone have no clicks and no position. */
const joined = (now: PeriodSums, before: PeriodSums): PeriodRows => {
  const keywords = Float64Array.from(new Set([...now.keywords, ...before.keywords])).sort()
  const spread = (from: PeriodSums, column: Float64Array, none: number): Float64Array => {
    let row = 0
    return keywords.map((keyword) => {
      if (from.keywords[row] !== keyword) return none
      row += 1
      return column[row - 1] ?? none
    })
  }
  return {
    isCompared: true,
    keywords,
    positions: spread(now, now.positions, Number.NaN),
    clicks: spread(now, now.clicks, 0),
    impressions: spread(now, now.impressions, 0),
    positionsBefore: spread(before, before.positions, Number.NaN),
    clicksBefore: spread(before, before.clicks, 0),
    impressionsBefore: spread(before, before.impressions, 0),
  }
}

/** The rows of sums stay as long as these. */
const known = new WeakMap<PeriodSums, { readonly before: PeriodSums | undefined; readonly rows: PeriodRows }>()

const makeRows = (now: PeriodSums, before: PeriodSums | undefined): PeriodRows => {
  const none = { positionsBefore: NO_VALUES, clicksBefore: NO_VALUES, impressionsBefore: NO_VALUES }
  if (before === undefined) return { ...now, isCompared: false, ...none }
  if (!isSame(now.keywords, before.keywords)) return joined(now, before)
  const { positions: positionsBefore, clicks: clicksBefore, impressions: impressionsBefore } = before
  return { ...now, isCompared: true, positionsBefore, clicksBefore, impressionsBefore }
}

export const periodRows = (now: PeriodSums, before: PeriodSums | undefined): PeriodRows => {
  const last = known.get(now)
  if (last !== undefined && last.before === before) return last.rows
  const rows = makeRows(now, before)
  known.set(now, { before, rows })
  return rows
}

export type ValueOf = (rows: PeriodRows, at: number) => number

const NONE: ValueOf = () => Number.NaN
const share = (clicks: number, impressions: number): number => (impressions > 0 ? clicks / impressions : 0)
const valueAt = (column: Float64Array, at: number): number => column[at] ?? Number.NaN
const ctr: ValueOf = (rows, at) => share(valueAt(rows.clicks, at), valueAt(rows.impressions, at))
const ctrBefore: ValueOf = (rows, at) => share(valueAt(rows.clicksBefore, at), valueAt(rows.impressionsBefore, at))

/** In the units of the contract. */
export const VALUES = {
  position: (rows, at) => valueAt(rows.positions, at) / 1000,
  positionChange: (rows, at) => (valueAt(rows.positions, at) - valueAt(rows.positionsBefore, at)) / 1000,
  clicks: (rows, at) => valueAt(rows.clicks, at),
  clicksChange: (rows, at) => valueAt(rows.clicks, at) - valueAt(rows.clicksBefore, at),
  impressions: (rows, at) => valueAt(rows.impressions, at),
  impressionsChange: (rows, at) => valueAt(rows.impressions, at) - valueAt(rows.impressionsBefore, at),
  ctr,
  ctrChange: (rows, at) => (rows.isCompared ? ctr(rows, at) - ctrBefore(rows, at) : Number.NaN),
  pages: NONE,
} as const satisfies Readonly<Partial<Record<(typeof RANK_SORT_FIELDS)[number], ValueOf>>>

export const positionBefore: ValueOf = (rows, at) => valueAt(rows.positionsBefore, at) / 1000

/** No order or filter by texts, stars and marks: these are in tables. */
type PlainField = keyof typeof VALUES
type Query = {
  readonly search?: string | undefined
  readonly filter: RankFilter
  readonly sort?: readonly { readonly by: string }[] | undefined
}
const FILTERS = {
  positionMin: ({ positionMin: least }) => least !== undefined && ((rows, at) => VALUES.position(rows, at) >= least),
  positionMax: ({ positionMax: most }) => most !== undefined && ((rows, at) => VALUES.position(rows, at) <= most),
  notRanking: ({ notRanking }) =>
    notRanking !== undefined && ((rows, at) => Number.isNaN(VALUES.position(rows, at)) === notRanking),
  change: ({ change }) => change !== undefined && ((rows, at) => change.some((kind) => CHANGES[kind](rows, at))),
  clicksMin: ({ clicksMin: least }) => least !== undefined && ((rows, at) => VALUES.clicks(rows, at) >= least),
  impressionsMin: ({ impressionsMin: least }) =>
    least !== undefined && ((rows, at) => VALUES.impressions(rows, at) >= least),
} as const satisfies Partial<Record<keyof RankFilter, (filter: RankFilter) => RowTest | false>>
type RowTest = (rows: PeriodRows, at: number) => boolean

const CHANGES = {
  up: (rows, at) => VALUES.positionChange(rows, at) <= -POSITION_MOVE_MIN,
  down: (rows, at) => VALUES.positionChange(rows, at) >= POSITION_MOVE_MIN,
  same: (rows, at) => Math.abs(VALUES.positionChange(rows, at)) < POSITION_MOVE_MIN,
  new: (rows, at) =>
    rows.isCompared && !Number.isNaN(VALUES.position(rows, at)) && Number.isNaN(positionBefore(rows, at)),
  lost: (rows, at) => Number.isNaN(VALUES.position(rows, at)) && !Number.isNaN(positionBefore(rows, at)),
} as const satisfies Readonly<Record<NonNullable<RankFilter['change']>[number], RowTest>>

/** Whether the columns know everything that a query reads. */
export const isPlain = ({ search = '', filter, sort = [] }: Query): boolean =>
  search === '' &&
  sort.every(({ by }) => by in VALUES) &&
  Object.entries(filter).every(([name, value]) => value === undefined || value === '' || name in FILTERS)

/** Undefined: every row passes. Only of a filter that `isPlain`. */
export const rowTestOf = (filter: RankFilter): RowTest | undefined => {
  const tests = Object.values(FILTERS).flatMap((of) => of(filter) || [])
  return tests.length === 0 ? undefined : (rows, at) => tests.every((test) => test(rows, at))
}

/** Of a key of an order that `isPlain`. */
export const readerOf = (by: string): ValueOf => VALUES[by as PlainField] // `isPlain` looked
