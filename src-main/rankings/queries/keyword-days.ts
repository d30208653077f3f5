// Keywords by day as columns, with the page that ranked, for rooms that look at many of them at once.
import type { Database } from 'better-sqlite3'
import { DAY_MS } from '../../base/clock.ts'
import { prepared } from '../../store/db.ts'
import { type DayRow, findRow, unpackDay } from '../rules/packed-day.ts'
import { readSpans } from './rank-packed.ts'

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
export type WholeSpan = {
  readonly first: number
  readonly last: number
  readonly known: ReadonlySet<number>
  /** Changes with the rows of any of the days, but not where they were read again as they were. */
  readonly stamp: string
}

type Day = { readonly day: number; readonly version: number }
const IS_WHOLE = `fetched_at_ms >= (day + 1) * ${DAY_MS}`
const DAYS = `SELECT d.day, p.version % 1000003 AS version FROM rank_day d
  JOIN rank_packed p ON p.id = d.slice * 1048576 + d.day
  WHERE d.slice = @slice AND ${IS_WHOLE}
    AND d.day > (SELECT max(day) FROM rank_day WHERE slice = @slice AND ${IS_WHOLE}) - @length`

/** Null where no whole day is cached. */
export const wholeSpan = (cache: Database, slice: number, length: number): WholeSpan | null => {
  const days = prepared<Day>(cache, DAYS).all({ slice, length })
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

type Place = { readonly slice: number; readonly span: WholeSpan }

const packedDays = function* (cache: Database, { slice, span }: Place) {
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
