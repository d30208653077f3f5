import { DEFAULT_SLICE } from '../../../../src-shared/desk/values/slice.ts'
import { DAY_MS } from '../../../base/clock.ts'
import { prepared, type ReadableDb } from '../../../store/db.ts'
import { type BrandSeries, type KeywordSeries, knownDaysOf, toSums } from '../../rules/keyword-series.ts'
import { unpackDay } from '../../rules/packed-day.ts'
import { readOnce } from '../rank-memo.ts'
import { packedVersions, readSpans } from '../rank-packed.ts'
import { findSlice } from '../rank-slices.ts'

/** A day that was read before it was over holds a part of its clicks. */
const IS_WHOLE = `fetched_at_ms >= (day + 1) * ${DAY_MS}`
const WHOLE_DAYS = `SELECT day FROM rank_day WHERE slice = ? AND ${IS_WHOLE}`

/** The cached whole days of a brand, oldest first, each with a version that changes with its rows. */
export const wholeDays = (db: ReadableDb, brandId: string): ReadonlyMap<number, number> =>
  readOnce(db, () => {
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    if (slice === undefined) return new Map()
    const whole = new Set(prepared<number>(db.cache, WHOLE_DAYS).pluck().all(slice))
    return new Map(packedVersions(db.cache, slice).filter(([day]) => whole.has(day)))
  })

const emptySeries = (keyword: number, length: number): KeywordSeries => ({
  keyword,
  pages: new Uint32Array(length),
  clickSums: new Float64Array(length + 1),
  impressionSums: new Float64Array(length + 1),
  positionSums: new Float64Array(length + 1),
})

export type SeriesArgs = { readonly brandId: string; readonly from: number; readonly to: number }

/** Each keyword of a brand on these days, by its number. Days that are not cached whole have no rows. */
export const keywordSeries = (db: ReadableDb, { brandId, from, to }: SeriesArgs): BrandSeries =>
  readOnce(db, () => {
    const whole = wholeDays(db, brandId)
    const slice = findSlice(db, brandId, DEFAULT_SLICE) ?? 0
    const days = knownDaysOf(whole.keys(), from, to)
    const byKeyword = new Map<number, KeywordSeries>()
    for (const { day, data } of readSpans(db.cache, [{ slice, from, to }])) {
      if (!whole.has(day)) continue
      const at = day - from
      for (const { keyword, position, clicks, impressions, page } of unpackDay(data)) {
        const one = byKeyword.get(keyword) ?? emptySeries(keyword, days.length)
        byKeyword.set(keyword, one)
        one.pages[at] = page
        one.clickSums[at] = clicks
        one.impressionSums[at] = impressions
        one.positionSums[at] = (position ?? 0) * impressions
      }
    }
    const keywords = [...byKeyword.values()].sort((one, other) => one.keyword - other.keyword)
    for (const { clickSums, impressionSums, positionSums } of keywords)
      for (const values of [clickSums, impressionSums, positionSums]) toSums(values)
    return { ...days, keywords }
  })

const TEXTS = 'SELECT k.id, k.text FROM json_each(?) j CROSS JOIN rank_keyword k ON k.id = j.value'

/** Keywords by their numbers. */
export const keywordTexts = ({ cache }: ReadableDb, keywords: readonly number[]): ReadonlyMap<number, string> =>
  new Map(
    prepared(cache, TEXTS).raw().all(JSON.stringify(keywords)) as [number, string][], // its columns
  )

const STAMP = `SELECT count(*), min(day), max(day), sum(fetched_at_ms) FROM rank_day
  WHERE slice = ? AND ${IS_WHOLE}`

/** Changes when a whole day of the brand is stored, read again or deleted; null where it has none. */
export const seriesStamp = (db: ReadableDb, brandId: string): string | null => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  if (slice === undefined) return null
  return JSON.stringify(prepared(db.cache, STAMP).raw().get(slice))
}
