import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { readOnce } from './rank-memo.ts'
import { findSlice } from './rank-slices.ts'

type Points = CallOutput<'brands.days'>['points']
type Row = Omit<Points[number], 'day' | 'isWhole'> & { readonly day: number; readonly fetchedAtMs: number }

/** Every day is one row that was summed up when it was stored. */
const DAYS = `SELECT day, keywords, ranking, top3, top10, visibility, avg_position AS avgPosition, clicks, impressions,
  fetched_at_ms AS fetchedAtMs FROM rank_day
  WHERE slice = @slice AND day <= @last
    AND day > (SELECT max(day) FROM rank_day WHERE slice = @slice AND day <= @last) - @days ORDER BY day`

/** What the keywords of a brand add up to, day by day, oldest first; `days` are counted back from its newest, or from `asOfDay`. */
export const brandDays = (
  db: ReadableDb,
  { brandId, days, asOfDay }: { brandId: string; days: number; asOfDay?: string | undefined },
): Points =>
  readOnce(db, () => {
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    if (slice === undefined) return []
    return prepared<Row>(db.cache, DAYS)
      .all({ slice, days, last: asOfDay === undefined ? Number.MAX_SAFE_INTEGER : dayNumber(asOfDay) })
      .map(({ day, fetchedAtMs, ...sums }) => ({
        day: dayFromNumber(day),
        ...sums,
        isWhole: fetchedAtMs >= (day + 1) * DAY_MS,
      }))
  })
