// A page and its totals cut from sums in memory: the same rows as the SQL of rank-plan.ts cuts from tables.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import { BAND_ENDS, RANK_BANDS } from '../../../src-shared/desk/values/position-bands.ts'
import type { ReadableDb } from '../../store/db.ts'
import { type CursorList, joinParts, pageStart, type RowPlace } from '../../store/paging.ts'
import { firstRows } from '../rules/first-rows.ts'
import type { Value } from '../rules/packed-rows.ts'
import { type PeriodRows, positionBefore, readerOf, rowTestOf, VALUES } from '../rules/period-rows.ts'
import { createSum } from '../rules/sum.ts'
import { type Periods, type SlicePeriods, slicePeriods } from './period-columns.ts'
import type { Scope } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'
import { NULLABLE } from './rank-source.ts'

type Asked = Pick<ParsedInput<'rankings.page'>, 'filter' | 'sort'>
type Part = { readonly slice: number; readonly rows: PeriodRows }

/** Rows that pass the filter: which part, and where in it. */
const passing = (parts: readonly Part[], filter: Asked['filter']) => {
  const isIn = rowTestOf(filter)
  const most = parts.reduce((sum, { rows }) => sum + rows.keywords.length, 0)
  const [partOf, rowOf] = [new Uint16Array(most), new Uint32Array(most)]
  let count = 0
  for (const [part, { rows }] of parts.entries())
    for (let row = 0; row < rows.keywords.length; row += 1) {
      if (isIn?.(rows, row) === false) continue
      partOf[count] = part
      rowOf[count] = row
      count += 1
    }
  return { partOf, rowOf, count }
}

const allRows = (count: number): Uint32Array => {
  const rows = new Uint32Array(count)
  for (let at = 0; at < count; at += 1) rows[at] = at
  return rows
}

/** Upwards in both directions; no value comes last. */
const rankOf = (value: number | null, direction: 'asc' | 'desc'): number =>
  value === null || Number.isNaN(value) ? Number.POSITIVE_INFINITY : direction === 'asc' ? value : -value

const FRONT_MIN = 1000

export type PageList = Pick<CursorList, 'list' | 'limit' | 'cursor'> & { readonly offset?: number | undefined }

/** Where each row comes in the order of a query: by the sort keys, then by its id. */
export type PeriodOrder = ReturnType<typeof periodOrder>
export const periodOrder = (periods: readonly SlicePeriods[], { filter, sort }: Asked) => {
  const parts = periods.map(({ slice, rows }) => ({ slice, rows: rows() }))
  const { partOf, rowOf, count } = passing(parts, filter)
  const partAt = (at: number): Part => parts[partOf[at] as number] as Part // of a row that passed
  const idAt = (at: number): number => {
    const { slice, rows } = partAt(at)
    return slice * SLICE_SPAN + (rows.keywords[rowOf[at] as number] as number) // of a row that passed
  }
  const values = sort.map(({ by }) => {
    const of = readerOf(by)
    return (at: number): number => of(partAt(at).rows, rowOf[at] as number) // of a row that passed
  })
  const directions = sort.map(({ direction }) => direction)
  const rankers = [...directions, directions.at(-1) ?? 'asc'].map(
    (direction) => (value: number | null) => rankOf(value, direction),
  )
  const levels = [...values, idAt].map((of, key) => (at: number) => rankers[key]?.(of(at)) ?? 0)
  // Each page asks all rows for their first key.
  const first = new Float64Array(count)
  for (let at = 0; at < count; at += 1) first[at] = levels[0]?.(at) ?? 0
  const ordered = [(at: number) => first[at] as number, ...levels.slice(1)]
  let front = new Uint32Array(0)
  /** The `wanted` first rows and some more, in no order: each further page asks for some more. */
  const frontOf = (wanted: number): Uint32Array => {
    if (front.length < Math.min(wanted, count))
      front = Uint32Array.from(firstRows(ordered, allRows(count), Math.max(FRONT_MIN, 2 * wanted)))
    return front
  }
  return { count, idAt, values, rankers, levels: ordered, frontOf }
}

/** The ids of a page in their order, with the number of all rows that pass. */
export const periodPage = (order: PeriodOrder, sort: Asked['sort'], list: PageList) => {
  const { count, idAt, values, rankers, levels, frontOf } = order
  const spec = { ...list, keys: sort.map(({ by, direction }) => ({ by, direction, nullable: NULLABLE.has(by) })) }
  const { after, rows: wanted } = pageStart(spec)
  const start =
    after && [...after.keys, after.tie].map((value, key) => rankers[key]?.(value === null ? null : Number(value)) ?? 0)
  const isAfter = (at: number): boolean => {
    for (const [key, level] of levels.entries()) {
      const difference = level(at) - (start?.[key] ?? 0)
      // Two without a value are infinitely far, and equal.
      if (difference !== 0 && !Number.isNaN(difference)) return difference > 0
    }
    return false
  }
  const left = start === undefined ? frontOf(wanted) : allRows(count).filter(isAfter)
  const places = firstRows(levels, left, wanted).map(
    (at): RowPlace => ({ keys: values.map((of) => toNull(of(at))), tie: idAt(at) }),
  )
  const { ties, nextCursor } = joinParts(spec, places)
  return { ids: ties, total: count, nextCursor }
}

const toNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** Where a keyword is among those that go upwards; -1: nowhere. */
const findKeyword = ({ keywords }: PeriodRows, keyword: number): number => {
  let [from, to] = [0, keywords.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((keywords[middle] ?? 0) < keyword) from = middle + 1
    else to = middle
  }
  return keywords[from] === keyword ? from : -1
}

/** In the order of a record of packed-rows.ts, from the clicks on. */
const FIGURES = [
  VALUES.clicks,
  VALUES.impressions,
  VALUES.ctr,
  VALUES.position,
  VALUES.clicksChange,
  VALUES.impressionsChange,
  VALUES.ctrChange,
  VALUES.positionChange,
  positionBefore,
]

/** The figures of a row by its id. */
export const figuresOf = (db: ReadableDb, scope: Scope, periods: Periods): ((id: number) => Value[]) => {
  const bySlice = new Map(slicePeriods(db, scope, periods).map((one) => [one.slice, one]))
  const known = new Map<number, PeriodRows | undefined>()
  return (id) => {
    const slice = Math.floor(id / SLICE_SPAN)
    if (!known.has(slice)) known.set(slice, bySlice.get(slice)?.rows())
    const rows = known.get(slice)
    const row = rows === undefined ? -1 : findKeyword(rows, id % SLICE_SPAN)
    return FIGURES.map((of) => (rows === undefined || row < 0 ? null : toNull(of(rows, row))))
  }
}

const CHANGED = RANK_BANDS.length

const ENDS = Object.values(BAND_ENDS)
const bandOf = (position: number): number => {
  if (Number.isNaN(position)) return ENDS.length + 1
  const band = ENDS.findIndex((end) => position < end)
  return band < 0 ? ENDS.length : band
}

/** The columns of rank-totals.ts. */
export const periodTotals = (
  periods: readonly SlicePeriods[],
  filter: Asked['filter'],
  compares: boolean,
): Readonly<Record<string, number | null>> => {
  const parts = periods.map(({ slice, rows }) => ({ slice, rows: rows() }))
  const { partOf, rowOf, count } = passing(parts, filter)
  const sums = {
    clicks: createSum(),
    impressions: createSum(),
    clicksBefore: createSum(),
    impressionsBefore: createSum(),
    position: createSum(),
    positionChange: createSum(),
  }
  const bands = new Float64Array(2 * CHANGED)
  for (let at = 0; at < count; at += 1) {
    const { rows } = parts[partOf[at] as number] as Part // of a row that passed
    const row = rowOf[at] as number
    const position = VALUES.position(rows, row)
    const band = bandOf(position)
    bands[band] = (bands[band] ?? 0) + 1
    sums.clicks.add(VALUES.clicks(rows, row))
    sums.impressions.add(VALUES.impressions(rows, row))
    sums.position.add(position)
    if (!rows.isCompared) continue
    sums.positionChange.add(VALUES.positionChange(rows, row))
    sums.clicksBefore.add(rows.clicksBefore[row] ?? Number.NaN)
    sums.impressionsBefore.add(rows.impressionsBefore[row] ?? Number.NaN)
    const [now, before] = [CHANGED + band, CHANGED + bandOf(positionBefore(rows, row))]
    bands[now] = (bands[now] ?? 0) + 1
    bands[before] = (bands[before] ?? 0) - 1
  }
  return {
    keywords: count,
    clicks: sums.clicks.total(),
    impressions: sums.impressions.total(),
    clicksBefore: sums.clicksBefore.totalOrNull(),
    impressionsBefore: sums.impressionsBefore.totalOrNull(),
    avgPosition: sums.position.mean(),
    avgPositionChange: sums.positionChange.mean(),
    ...Object.fromEntries(
      RANK_BANDS.flatMap((_, at) => [
        [`band${at}`, bands[at] ?? 0],
        [`change${at}`, compares ? (bands[CHANGED + at] ?? 0) : null],
      ]),
    ),
  }
}
