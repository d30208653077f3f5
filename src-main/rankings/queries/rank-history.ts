import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type DayRow, findRow } from '../rules/packed-day.ts'
import { readOnce } from './rank-memo.ts'
import { readSpans } from './rank-packed.ts'
import { findSlice } from './rank-slices.ts'
import { findKeyword } from './rank-texts.ts'

export type HistoryArgs = Omit<ParsedInput<'rankings.history'>, 'slice'> & { readonly slice: Slice }
export type History = Pick<CallOutput<'rankings.history'>, 'points'> & { readonly freshAsOfMs: number | null }

type Day = { day: number; fetchedAtMs: number }

/** Every cached day of the slice is a point: a day whose snapshot lacks the keyword is one where it did not rank. */
const DAYS = `SELECT day, fetched_at_ms AS fetchedAtMs FROM rank_day WHERE slice = ? AND day BETWEEN ? AND ?
  ORDER BY day`

const DAY_MAX = 2 ** 31

type Place = { readonly slice: number; readonly keyword: number; readonly from: number; readonly to: number }

/** Undefined for a keyword that was never seen. */
const placeOf = (db: ReadableDb, { brandId, ...args }: HistoryArgs): Place | undefined => {
  const slice = findSlice(db, brandId, args.slice)
  const keyword = findKeyword(db, brandId, args.keyword)
  if (slice === undefined || keyword === undefined) return undefined
  const from = args.from === undefined ? 0 : dayNumber(args.from)
  return { slice, keyword, from, to: args.to === undefined ? DAY_MAX : dayNumber(args.to) }
}

const rowsByDay = ({ cache }: ReadableDb, { keyword, ...span }: Place): ReadonlyMap<number, DayRow> => {
  const rows = new Map<number, DayRow>()
  for (const { day, data } of readSpans(cache, [span])) {
    const row = findRow(data, keyword)
    if (row !== undefined) rows.set(day, row)
  }
  return rows
}

/** One keyword by day, oldest first; no points for a keyword that was never seen. */
export const rankHistory = (db: ReadableDb, args: HistoryArgs): History =>
  readOnce(db, () => {
    const place = placeOf(db, args)
    if (place === undefined) return { points: [], freshAsOfMs: null }
    const { slice, from, to } = place
    const days = prepared<Day>(db.cache, DAYS).all(slice, from, to)
    const rows = rowsByDay(db, place)
    const points = days.map(({ day }) => {
      const { position = null, clicks = 0, impressions = 0 } = rows.get(day) ?? {}
      const ctr = impressions > 0 ? clicks / impressions : 0
      return { day: dayFromNumber(day), position: position === null ? null : position / 1000, clicks, impressions, ctr }
    })
    return { points, freshAsOfMs: days.at(-1)?.fetchedAtMs ?? null }
  })

const PAGE = 'SELECT text FROM rank_url WHERE id = ?'

/** The page that ranked for a keyword, by day; null where the day does not say. Days on which it had no row are left out. */
export const pageHistory = (db: ReadableDb, args: HistoryArgs): { day: string; page: string | null }[] =>
  readOnce(db, () => {
    const place = placeOf(db, args)
    if (place === undefined) return []
    return Array.from(rowsByDay(db, place), ([day, { page }]) => ({
      day: dayFromNumber(day),
      page: prepared<{ text: string }>(db.cache, PAGE).get(page)?.text ?? null,
    }))
  })
