import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { findSlice } from './rank-slices.ts'

export type HistoryArgs = Omit<ParsedInput<'rankings.history'>, 'slice'> & { readonly slice: Slice }
export type History = Pick<CallOutput<'rankings.history'>, 'points'> & { readonly asOfMs: number | null }

type Point = {
  day: number
  position: number | null
  clicks: number | null
  impressions: number | null
  fetchedAtMs: number
}

/** Every cached day of the slice is a point: a day whose snapshot lacks the keyword is one where it did not rank. */
const POINTS = `SELECT d.day, h.position / 1000.0 AS position, h.clicks, h.impressions, d.fetched_at_ms AS fetchedAtMs
  FROM rank_day d LEFT JOIN rank_hist h ON h.slice = d.slice AND h.day = d.day AND h.keyword = ?
  WHERE d.slice = ? AND d.day BETWEEN ? AND ? ORDER BY d.day`

const DAY_MAX = 2 ** 31

/** One keyword by day, oldest first; no points for a keyword that was never seen. */
export const rankHistory = (db: ReadableDb, args: HistoryArgs): History => {
  const brand = findBrandNo(db, args.brandId)
  const slice = findSlice(db, args.brandId, args.slice)
  const find = 'SELECT id FROM rank_keyword WHERE brand_no = ? AND text = ?'
  const keyword = prepared<{ id: number }>(db.cache, find).get(brand, args.keyword.toWellFormed())?.id
  if (slice === undefined || keyword === undefined) return { points: [], asOfMs: null }
  const from = args.from === undefined ? 0 : dayNumber(args.from)
  const to = args.to === undefined ? DAY_MAX : dayNumber(args.to)
  const rows = prepared<Point>(db.cache, POINTS).all(keyword, slice, from, to)
  const points = rows.map(({ day, position, clicks, impressions }) => ({
    day: dayFromNumber(day),
    position,
    clicks: clicks ?? 0,
    impressions: impressions ?? 0,
    ctr: clicks !== null && impressions !== null && impressions > 0 ? clicks / impressions : 0,
  }))
  return { points, asOfMs: rows.at(-1)?.fetchedAtMs ?? null }
}
