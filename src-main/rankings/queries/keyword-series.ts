import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type BrandSeries, type KeywordSeries, toSums } from '../rules/keyword-series.ts'
import { unpackDay } from '../rules/packed-day.ts'
import { readOnce } from './rank-memo.ts'
import { readSpans } from './rank-packed.ts'
import { addressesOf } from './rank-pages.ts'
import { findSlice } from './rank-slices.ts'

/** A day that was read before it was over holds a part of its clicks. */
const WHOLE_DAYS = `SELECT day FROM rank_day
  WHERE slice = ? AND day BETWEEN ? AND ? AND fetched_at_ms >= (day + 1) * 86400000 ORDER BY day`

export type SeriesArgs = { readonly brandId: string; readonly from: number; readonly to: number }
export type SeriesWithPages = { readonly series: BrandSeries; readonly addresses: ReadonlyMap<number, string> }

const emptySeries = (keyword: number, length: number): KeywordSeries => ({
  keyword,
  pages: new Uint32Array(length),
  clickSums: new Float64Array(length + 1),
  impressionSums: new Float64Array(length + 1),
  positionSums: new Float64Array(length + 1),
})

/**
 * Each keyword of a brand by day, and the addresses of the pages that ranked; from the first to the last of these days that
 * is cached whole. Null where none is.
 */
export const keywordSeries = (db: ReadableDb, { brandId, from, to }: SeriesArgs): SeriesWithPages | null =>
  readOnce(db, () => {
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    if (slice === undefined) return null
    const days = prepared<{ day: number }>(db.cache, WHOLE_DAYS).all(slice, from, to)
    const [firstDay, lastDay] = [days.at(0)?.day, days.at(-1)?.day]
    if (firstDay === undefined || lastDay === undefined) return null
    const length = lastDay - firstDay + 1
    const known = new Float64Array(length + 1)
    for (const { day } of days) known[day - firstDay] = 1
    const byKeyword = new Map<number, KeywordSeries>()
    const urls = new Set<number>()
    for (const { day, data } of readSpans(db.cache, [{ slice, from: firstDay, to: lastDay }])) {
      const at = day - firstDay
      if (known[at] !== 1) continue
      for (const { keyword, position, clicks, impressions, page } of unpackDay(data)) {
        const one = byKeyword.get(keyword) ?? emptySeries(keyword, length)
        byKeyword.set(keyword, one)
        one.pages[at] = page
        one.clickSums[at] = clicks
        one.impressionSums[at] = impressions
        one.positionSums[at] = (position ?? 0) * impressions
        urls.add(page)
      }
    }
    const keywords = [...byKeyword.values()]
    for (const { clickSums, impressionSums, positionSums } of keywords)
      for (const values of [clickSums, impressionSums, positionSums]) toSums(values)
    return { series: { firstDay, length, knownSums: toSums(known), keywords }, addresses: addressesOf(db.cache, urls) }
  })

const TEXTS = 'SELECT k.id, k.text FROM json_each(?) j CROSS JOIN rank_keyword k ON k.id = j.value'

/** Keywords by their numbers. */
export const keywordTexts = ({ cache }: ReadableDb, keywords: readonly number[]): ReadonlyMap<number, string> =>
  new Map(
    prepared(cache, TEXTS).raw().all(JSON.stringify(keywords)) as [number, string][], // its columns
  )

const STAMP = `SELECT count(*), min(day), max(day), max(fetched_at_ms) FROM rank_day
  WHERE slice = ? AND fetched_at_ms >= (day + 1) * 86400000`

/** Changes when a whole day of the brand is stored, read again or deleted; null where it has none. */
export const seriesStamp = (db: ReadableDb, brandId: string): string | null => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  if (slice === undefined) return null
  return JSON.stringify(prepared(db.cache, STAMP).raw().get(slice))
}
