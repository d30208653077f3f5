// Days of a brand as one row of numbers for each keyword: what rules over time are worked out from. Each day is unpacked
// once, whatever the number of keywords and rules.

import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { unpackDay } from '../rules/packed-day.ts'
import { readOnce } from './rank-memo.ts'
import { readSpans } from './rank-packed.ts'
import { findSlice } from './rank-slices.ts'

/** By day from the first one on; without a row on a day all are 0. */
export type SeriesOfKeyword = {
  /** In places; 0: not ranking. */
  readonly positions: Float32Array
  readonly clicks: Float32Array
  readonly impressions: Float32Array
  /** Numbers of pages (`rank_url`); 0: not known. Empty where they were not asked for. */
  readonly pages: Uint32Array
}

export type RankSeries = {
  /** The first day, as days since 1970. */
  readonly first: number
  /** Days that were over when they were read: others hold a part of their clicks, and count as not known. */
  readonly known: readonly boolean[]
  /** By the number of the keyword. */
  readonly keywords: ReadonlyMap<number, SeriesOfKeyword>
}

const WHOLE_DAYS = `SELECT day FROM rank_day WHERE slice = ? AND day BETWEEN ? AND ?
  AND fetched_at_ms >= (day + 1) * ${DAY_MS}`

export type RankSeriesArgs = {
  readonly brandId: string
  readonly first: number
  readonly last: number
  readonly hasPages: boolean
}

export const rankSeries = (db: ReadableDb, { brandId, first, last, hasPages }: RankSeriesArgs): RankSeries =>
  readOnce(db, () => {
    const length = last - first + 1
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    const keywords = new Map<number, SeriesOfKeyword>()
    if (slice === undefined) return { first, known: new Array<boolean>(length).fill(false), keywords }
    const whole = new Set(prepared<number>(db.cache, WHOLE_DAYS).pluck().all(slice, first, last))
    for (const { day, data } of readSpans(db.cache, [{ slice, from: first, to: last }])) {
      if (!whole.has(day)) continue
      const at = day - first
      for (const row of unpackDay(data)) {
        const one = keywords.get(row.keyword) ?? {
          positions: new Float32Array(length),
          clicks: new Float32Array(length),
          impressions: new Float32Array(length),
          pages: new Uint32Array(hasPages ? length : 0),
        }
        keywords.set(row.keyword, one)
        one.positions[at] = (row.position ?? 0) / 1000
        one.clicks[at] = row.clicks
        one.impressions[at] = row.impressions
        if (hasPages) one.pages[at] = row.page
      }
    }
    return { first, known: Array.from({ length }, (_, at) => whole.has(first + at)), keywords }
  })
