// Keywords by day as columns, with the page that ranked, for rooms that look at many of them at once.
import type { Database } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/desk/values/slice.ts'
import { DAY_MS } from '../../../base/clock.ts'
import { prepared } from '../../../store/db.ts'
import { type DayRow, findRow, unpackDay } from '../../rules/packed-day.ts'
import { readSpans } from '../rank-packed.ts'
import { sliceColumns } from '../rank-slices.ts'

/** One value for each day of the span, oldest first. */
export type KeywordColumns = {
  /** Numbers of addresses; 0: not known. */
  readonly pages: Uint32Array
  /** Places; 0: not ranking, or no snapshot. */
  readonly positions: Float32Array
  readonly clicks: Float32Array
  readonly impressions: Float32Array
}

/** The days up to the newest one that was over when it was read; a day that is not whole is left out. */
export type KnownSpan = {
  readonly first: number
  readonly last: number
  readonly known: ReadonlySet<number>
}
export type WholeSpan = KnownSpan & {
  /** Changes with the rows of any of the days, but not where they were read again as they were. */
  readonly stamp: string
}

type Day = { readonly day: number; readonly version: number }
const IS_WHOLE = `fetched_at_ms >= (day + 1) * ${DAY_MS}`
const DAYS = `SELECT d.day, p.version % 1000003 AS version FROM rank_day d
  JOIN rank_packed p ON p.id = d.slice * 1048576 + d.day
  WHERE d.slice = @slice AND ${IS_WHOLE} AND d.day <= @until
    AND d.day > (SELECT max(day) FROM rank_day WHERE slice = @slice AND ${IS_WHOLE} AND day <= @until) - @length`

/** Null where no whole day is cached. `until`: as it was on this day, with what was read since. */
export const wholeSpan = (
  cache: Database,
  slice: number,
  length: number,
  until = Number.MAX_SAFE_INTEGER,
): WholeSpan | null => {
  const days = prepared<Day>(cache, DAYS).all({ slice, length, until })
  if (days.length === 0) return null
  const last = Math.max(...days.map(({ day }) => day))
  const print = days.reduce((sum, { day, version }) => (sum + version * ((day % 89) + 1)) % 2 ** 48, 0)
  return {
    first: last - length + 1,
    last,
    known: new Set(days.map(({ day }) => day)),
    stamp: `${days.length} ${last} ${print}`,
  }
}

const KNOWN = `SELECT day FROM rank_day WHERE slice = ? AND day > ? AND day <= ? AND ${IS_WHOLE}`

/** The days that a stamp was made of, without a look at their versions; null where they were dropped since. */
export const stampedSpan = (
  cache: Database,
  { slice, last }: Pick<WholeStamp, 'slice' | 'last'>,
  length: number,
): KnownSpan | null => {
  const known = prepared<number>(cache, KNOWN)
    .pluck()
    .all(slice, last - length, last)
  return known.length === 0 ? null : { first: last - length + 1, last, known: new Set(known) }
}

const STAMPS = `SELECT b.id AS brandId, b.no AS brandNo, s.id AS slice, count(*) AS days, max(d.day) AS last,
    sum(p.version % 1000003 * (d.day % 89 + 1)) AS print
  FROM json_each(?) j CROSS JOIN brand b ON b.id = j.value CROSS JOIN rank_slice s ON s.brand_no = b.no
  CROSS JOIN rank_day d ON d.slice = s.id
    AND d.day > (SELECT max(day) FROM rank_day WHERE slice = s.id AND ${IS_WHOLE}) - ?
  CROSS JOIN rank_packed p ON p.id = d.slice * 1048576 + d.day
  WHERE s.device = ? AND s.country = ? AND s.search_type = ? AND s.universe = ?
    AND ${IS_WHOLE}
  GROUP BY s.id`

type StampRow = { readonly days: number; readonly last: number; readonly print: number }
export type WholeStamp = {
  readonly brandId: string
  readonly brandNo: number
  readonly slice: number
  readonly last: number
  /** As that of a `WholeSpan`: it changes with the rows of any of the days. */
  readonly stamp: string
}

/** Of those brands that have a whole day, in one look: brand by brand costs more than what is looked up. */
export const wholeStamps = (
  cache: Database,
  { brandIds, slice, length }: { readonly brandIds: readonly string[]; readonly slice: Slice; readonly length: number },
): WholeStamp[] =>
  prepared<Omit<WholeStamp, 'stamp'> & StampRow>(cache, STAMPS)
    .all(JSON.stringify(brandIds), length, ...sliceColumns(slice))
    .map(({ days, print, ...row }) => ({ ...row, stamp: `${days} ${row.last} ${print}` }))

const emptyColumns = (length: number): KeywordColumns => ({
  pages: new Uint32Array(length),
  positions: new Float32Array(length),
  clicks: new Float32Array(length),
  impressions: new Float32Array(length),
})

const put = (columns: KeywordColumns, at: number, { page, position, clicks, impressions }: DayRow): void => {
  columns.pages[at] = page
  columns.positions[at] = (position ?? 0) / 1000
  columns.clicks[at] = clicks
  columns.impressions[at] = impressions
}

export type Place = { readonly slice: number; readonly span: KnownSpan }

export const packedDays = function* (cache: Database, { slice, span }: Place) {
  for (const one of readSpans(cache, [{ slice, from: span.first, to: span.last }]))
    if (span.known.has(one.day)) yield one
}

/** Every keyword of the slice, by its number: one day's rows are in memory beside the result. */
export const columnsOfSlice = (cache: Database, place: Place): ReadonlyMap<number, KeywordColumns> => {
  const { first, last } = place.span
  const byKeyword = new Map<number, KeywordColumns>()
  for (const { day, data } of packedDays(cache, place)) {
    for (const row of unpackDay(data)) {
      const columns = byKeyword.get(row.keyword) ?? emptyColumns(last - first + 1)
      byKeyword.set(row.keyword, columns)
      put(columns, day - first, row)
    }
  }
  return byKeyword
}

export const columnsOfKeyword = (cache: Database, place: Place, keyword: number): KeywordColumns => {
  const { first, last } = place.span
  const columns = emptyColumns(last - first + 1)
  for (const { day, data } of packedDays(cache, place)) {
    const row = findRow(data, keyword)
    if (row !== undefined) put(columns, day - first, row)
  }
  return columns
}
