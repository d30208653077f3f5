import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { readOnce } from './rank-memo.ts'
import { deleteDays } from './rank-packed.ts'
import { type ScopeArgs, scopeOf } from './rank-scope.ts'
import { findSlice } from './rank-slices.ts'

const COUNT_BY_DAY = `SELECT day, count(*) AS brands FROM rank_day
  WHERE slice IN (SELECT value FROM json_each(?)) GROUP BY day ORDER BY day DESC`

/** Days with a snapshot of at least one of the brands, newest first, with the number of brands. */
export const rankDays = (db: ReadableDb, args: ScopeArgs): { day: string; brands: number }[] =>
  readOnce(db, () =>
    prepared<{ day: number; brands: number }>(db.cache, COUNT_BY_DAY)
      .all(scopeOf(db, args).json)
      .map(({ day, brands }) => ({ day: dayFromNumber(day), brands })),
  )

const WHOLE_DAYS = `SELECT day FROM rank_day
  WHERE slice = ? AND day BETWEEN ? AND ? AND fetched_at_ms >= (day + 1) * ${DAY_MS}`

export type MissingDaysArgs = {
  readonly brandId: string
  readonly slice: Slice
  readonly from: string
  readonly to: string
}

/**
 * Days from `from` to `to`, both included, that the brand has no whole snapshot of; newest first. One that was taken
 * before its day was over holds only a part of it.
 */
export const missingDays = (db: ReadableDb, { brandId, slice, from, to }: MissingDaysArgs): string[] => {
  const number = findSlice(db, brandId, slice)
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const cached = number === undefined ? [] : prepared<{ day: number }>(db.cache, WHOLE_DAYS).all(number, first, last)
  const known = new Set(cached.map(({ day }) => day))
  const length = Math.max(0, last - first + 1)
  return Array.from({ length }, (_, index) => last - index)
    .filter((day) => !known.has(day))
    .map(dayFromNumber)
}

/**
 * Deletes the days before `before`, one transaction per slice. Keywords keep their numbers, since they may return.
 * Returns how many snapshots were deleted.
 */
export const pruneDays = ({ cache }: WritableDb, { before }: { before: string }): { days: number } => {
  const day = dayNumber(before)
  const slices = prepared<{ slice: number }>(cache, 'SELECT DISTINCT slice FROM rank_day WHERE day < ?').all(day)
  const counts = slices.map(({ slice }) =>
    cache.transaction(() => {
      deleteDays(cache, slice, day)
      return prepared(cache, 'DELETE FROM rank_day WHERE slice = ? AND day < ?').run(slice, day).changes
    })(),
  )
  return { days: counts.reduce((sum, count) => sum + count, 0) }
}
