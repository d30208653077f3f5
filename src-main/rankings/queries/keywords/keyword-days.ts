// Keywords by day as columns, with the page that ranked, for rooms that look at many of them at once.
import type { Database } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/desk/values/slice.ts'
import { DAY_MS } from '../../../base/clock.ts'
import { prepared } from '../../../store/db.ts'
import { type ArrayRoom, newRoom } from '../../rules/array-room.ts'
import { createDayReader } from '../../rules/day-columns.ts'
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

/** All keywords of a slice, those of row n in `length` values from n × length on: one array for each measure. */
export type SliceMatrix = KeywordColumns & {
  /** Their numbers, upwards. */
  readonly keywords: Float64Array
  readonly length: number
}

const readDay = createDayReader()

/** Whether the first `count` numbers are the others: most days have the same keywords. */
const isSame = (own: Float64Array, count: number, all: Float64Array): boolean => {
  if (count !== all.length) return false
  for (let index = 0; index < count; index += 1) if (own[index] !== all[index]) return false
  return true
}

/** Of the first `count` numbers, upwards as the others, the places in the others; -1: it is not there. */
const placesIn = (own: Float64Array, count: number, all: Float64Array): Int32Array => {
  const places = new Int32Array(count)
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const keyword = own[index] ?? 0
    while (at < all.length && (all[at] ?? 0) < keyword) at += 1
    places[index] = all[at] === keyword ? at : -1
  }
  return places
}

/** Packed positions as places, where they are. */
const toPlaces = (packed: Float64Array, count: number): Float64Array => {
  for (let index = 0; index < count; index += 1) packed[index] = Math.max(0, (packed[index] ?? 0) - 1) / 1000
  return packed
}

const keywordsOf = (days: readonly { readonly data: Uint8Array }[]): Float64Array => {
  let all = new Float64Array()
  for (const { data } of days) {
    const { count, keywords } = readDay(data)
    if (isSame(keywords, count, all)) continue
    const places = placesIn(keywords, count, all)
    if (!places.includes(-1)) continue
    const more = keywords.subarray(0, count).filter((_, index) => places[index] === -1)
    all = Float64Array.of(...all, ...more).sort()
  }
  return all
}

type MatrixPlace = Place & {
  /** Only these, upwards; all of the slice without it. */
  readonly keywords?: Float64Array
  readonly isPositionsAlone?: boolean
  readonly room?: ArrayRoom | undefined
}

export const matrixOfSlice = (
  cache: Database,
  { keywords: asked, isPositionsAlone = false, room = newRoom, ...place }: MatrixPlace,
): SliceMatrix => {
  const { first, last } = place.span
  const length = last - first + 1
  const days = Array.from(packedDays(cache, place))
  const keywords = asked ?? keywordsOf(days)
  const all = keywords.length * length
  const size = isPositionsAlone ? 0 : all
  const positions = new Float32Array(room('positions', 4 * all), 0, all)
  const pages = new Uint32Array(room('pages', 4 * size), 0, size)
  const clicks = new Float32Array(room('clicks', 4 * size), 0, size)
  const impressions = new Float32Array(room('impressions', 4 * size), 0, size)
  for (const { day, data } of days) {
    const { count, keywords: ofDay, column } = readDay(data)
    const places = isSame(ofDay, count, keywords) ? null : placesIn(ofDay, count, keywords)
    const put = (values: Float64Array, out: Float32Array | Uint32Array) => {
      if (places === null) {
        for (let index = 0, at = day - first; index < count; index += 1, at += length) out[at] = values[index] ?? 0
        return
      }
      for (let index = 0; index < count; index += 1) {
        const at = places[index] ?? -1
        if (at >= 0) out[at * length + day - first] = values[index] ?? 0
      }
    }
    put(toPlaces(column('positions'), count), positions)
    if (isPositionsAlone) continue
    put(column('pages'), pages)
    put(column('clicks'), clicks)
    put(column('impressions'), impressions)
  }
  return { keywords, length, pages, positions, clicks, impressions }
}
