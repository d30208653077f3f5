import type { Database } from 'better-sqlite3'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { cursorOf, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { rankedPosition } from '../rules/rank-position.ts'
import { topPage } from '../rules/top-page.ts'
import { forgetOnError, numberKeywords, urlNumbers } from './rank-keywords.ts'
import { saveDay } from './rank-packed.ts'
import { ensureSlice } from './rank-slices.ts'
import { stagePage } from './rank-stage.ts'
import { summarise } from './rank-summary.ts'

export type IngestWindowArgs = IngestArgs & { readonly slice: Slice }
export type IngestDayArgs = IngestWindowArgs & { readonly day: string }

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

/**
 * One page of a day's snapshot. With its last page the whole day is replaced, so a day read again holds what was read
 * last. Throws `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestDay = (db: WritableDb, args: IngestDayArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.topKeywords', args)
  const nextCursor = cursorOf(reply)
  const key = JSON.stringify([args.brandId, args.slice, args.day])
  const items = stagePage(db.cache, { key, batch: args.batch, items: reply.items, isLast: nextCursor === null })
  if (items !== undefined) writeWhole(db, () => storeDay(db, args, items))
  return { rows: reply.items.length, nextCursor }
}

/** One transaction; if it fails, the numbers assigned in it are forgotten. */
export const writeWhole = (db: WritableDb, write: () => void): void =>
  forgetOnError(db, () => db.cache.transaction(write)())
