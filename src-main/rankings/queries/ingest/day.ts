import type { Database } from 'better-sqlite3'
import { BAND_ENDS } from '../../../../src-shared/desk/values/position-bands.ts'
import type { RankedPage, TopKeyword } from '../../../../src-shared/service/rank-tracking.ts'
import { dayNumber } from '../../../base/clock.ts'
import { prepared, type WritableDb } from '../../../store/db.ts'
import type { IngestResult } from '../../../store/parse-reply.ts'
import { rankedPosition } from '../../rules/rank-position.ts'
import { visibilityWeight } from '../../rules/visibility.ts'
import { numberKeywords, urlNumbers } from '../rank-keywords.ts'
import { touchDay } from '../rank-moves.ts'
import { saveDay } from '../rank-packed.ts'
import { ingestReply, type SliceArgs } from '../rank-reply.ts'
import { ensureSlice } from '../rank-slices.ts'

/** The page that ranked: the one that searchers saw most often; of equals the first of the reply. */
export const topPage = (pages: readonly RankedPage[] | null | undefined): string | undefined => {
  let top: RankedPage | undefined
  for (const page of pages ?? []) if (top === undefined || page.impressions > top.impressions) top = page
  return top?.page
}

type Ranked = { readonly position: number | null; readonly clicks: number; readonly impressions: number }

/** Counts of a snapshot. The average is over the keywords that rank; visibility is over all (rules/visibility.ts). */
const summarise = (rows: readonly Ranked[]) => {
  let ranking = 0
  let top3 = 0
  let top10 = 0
  let weights = 0
  let positions = 0
  let clicks = 0
  let impressions = 0
  for (const row of rows) {
    clicks += row.clicks
    impressions += row.impressions
    if (row.position === null) continue
    ranking += 1
    positions += row.position
    weights += visibilityWeight(row.position)
    if (row.position < BAND_ENDS.top3) top3 += 1
    if (row.position < BAND_ENDS['4-10']) top10 += 1
  }
  const keywords = rows.length
  return {
    keywords,
    ranking,
    top3,
    top10,
    visibility: keywords === 0 ? null : (weights / keywords) * 100,
    avgPosition: ranking === 0 ? null : positions / ranking,
    clicks,
    impressions,
  }
}

export type IngestDayArgs = SliceArgs & { readonly day: string }

const SAVE_DAY = `INSERT OR REPLACE INTO rank_day
  (slice, day, keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions, fetched_at_ms)
  VALUES (?, ?, @keywords, @ranking, @top3, @top10, @visibility, @avgPosition, @clicks, @impressions, ?)`

type DayPlace = Pick<IngestDayArgs, 'brandId' | 'slice' | 'day' | 'fetchedAtMs'>

/** The page that ranked for an item, by number; 0 where the reply does not say. */
const pageNumbers = (cache: Database, brand: number): ((item: TopKeyword) => number) => {
  const numberOf = urlNumbers(cache, brand)
  return ({ rankedPages }) => {
    const page = topPage(rankedPages)?.toWellFormed()
    return page === undefined ? 0 : numberOf(page)
  }
}

/** Replaces one day of one slice by these items. */
export const storeDay = (db: WritableDb, place: DayPlace, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, place.brandId, place.slice)
  const day = dayNumber(place.day)
  const keywords = numberKeywords(db.cache, brand, [...items.keys()])
  const pages = Array.from(items.values(), pageNumbers(db.cache, brand))
  const ranked = Array.from(items.values(), (item) => ({
    position: rankedPosition(item.position),
    clicks: item.clicks,
    impressions: item.impressions,
  }))
  const rows = ranked.map(({ position, clicks, impressions }, at) => ({
    keyword: keywords[at] ?? 0,
    position: position === null ? null : Math.round(position * 1000),
    clicks,
    impressions,
    page: pages[at] ?? 0,
  }))
  rows.sort((one, other) => one.keyword - other.keyword)
  saveDay(db.cache, slice, day, rows)
  prepared(db.cache, SAVE_DAY).run(slice, day, place.fetchedAtMs, summarise(ranked))
}

const HAS_DAY = 'SELECT 1 FROM rank_day WHERE slice = ? AND day = ?'

/**
 * One page of a day's snapshot. With its last page the whole day is replaced, so a day read again holds what was read
 * last. Throws `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestDay = (db: WritableDb, args: IngestDayArgs): IngestResult => {
  const day = dayNumber(args.day)
  return ingestReply(db, args, {
    of: args.day,
    store: (items) => storeDay(db, args, items),
    repeat: {
      hasRows: (slice) => prepared(db.cache, HAS_DAY).get(slice, day) !== undefined,
      touch: (slice) => touchDay(db.cache, { slice, day, fetchedAtMs: args.fetchedAtMs }),
    },
  })
}
