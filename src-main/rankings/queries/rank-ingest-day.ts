import type { Slice } from '../../../src-shared/desk/slice.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { cursorOf, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { rankedPosition } from '../rules/rank-position.ts'
import { forgetOnError, numberKeywords } from './rank-keywords.ts'
import { ensureSlice } from './rank-slices.ts'
import { stagePage } from './rank-stage.ts'
import { summarise } from './rank-summary.ts'

export type IngestWindowArgs = IngestArgs & { readonly slice: Slice }
export type IngestDayArgs = IngestWindowArgs & { readonly day: string }

/** Rows of one INSERT statement: fewer crossings into SQLite, the same order. */
const CHUNK = 40
const COLUMNS = 6
const insertOf = (rows: number): string =>
  `INSERT INTO rank_hist (slice, day, keyword, position, clicks, impressions)
    VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join(', ')}`

/** Inserted in key order, which keeps the pages of the table full. */
const insertSorted = (db: WritableDb, rows: readonly (readonly (number | null)[])[]): void => {
  const values = [...rows].sort((a, b) => Number(a[2]) - Number(b[2])).flat()
  const whole = values.length - (values.length % (CHUNK * COLUMNS))
  const many = prepared(db.cache, insertOf(CHUNK))
  for (let from = 0; from < whole; from += CHUNK * COLUMNS) many.run(values.slice(from, from + CHUNK * COLUMNS))
  const one = prepared(db.cache, insertOf(1))
  for (let from = whole; from < values.length; from += COLUMNS) one.run(values.slice(from, from + COLUMNS))
}

const SAVE_DAY = `INSERT OR REPLACE INTO rank_day
  (slice, day, keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions, fetched_at_ms)
  VALUES (?, ?, @keywords, @ranking, @top3, @top10, @visibility, @avgPosition, @clicks, @impressions, ?)`

type DayPlace = Pick<IngestDayArgs, 'brandId' | 'slice' | 'day' | 'fetchedAtMs'>

/** Replaces one day of one slice by these items. */
export const storeDay = (db: WritableDb, place: DayPlace, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, place.brandId, place.slice)
  const day = dayNumber(place.day)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const ranked = Array.from(items.values(), (item) => ({
    position: rankedPosition(item.position),
    clicks: item.clicks,
    impressions: item.impressions,
  }))
  prepared(db.cache, 'DELETE FROM rank_hist WHERE slice = ? AND day = ?').run(slice, day)
  insertSorted(
    db,
    ranked.map(({ position, clicks, impressions }, index) => [
      slice,
      day,
      numbers[index] ?? 0,
      position === null ? null : Math.round(position * 1000),
      clicks,
      impressions,
    ]),
  )
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
