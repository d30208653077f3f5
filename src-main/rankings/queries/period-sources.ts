// Which slices have a period: all of its days, or sums that are kept.
import type { Database } from 'better-sqlite3'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { dayNumber } from '../../base/clock.ts'
import { prepared } from '../../store/db.ts'
import { periodNumber } from './rank-snapshots.ts'

const HELD = `SELECT d.slice, count(*) AS days, max(d.fetched_at_ms) AS newestMs, sum(d.fetched_at_ms) AS stamp
  FROM json_each(@slices) s CROSS JOIN rank_day d ON d.slice = s.value AND d.day BETWEEN @from AND @to GROUP BY d.slice`
const KEPT = `SELECT p.slice, p.stamp, p.fetched_at_ms AS fetchedAtMs, p.made FROM json_each(@slices) s
  CROSS JOIN rank_period p ON p.slice = s.value AND p.period = @period`

type Held = { readonly slice: number; readonly days: number; readonly newestMs: number; readonly stamp: number }
type Kept = { readonly slice: number; readonly stamp: string; readonly fetchedAtMs: number; readonly made: number }

const isFetchedLater = ({ newestMs }: Held, kept: Kept | undefined): boolean =>
  kept?.stamp === '' && kept.fetchedAtMs >= newestMs

/** The slices that have all days of the period and not yet its sums. */
export const unsummed = (cache: Database, slices: string, period: Period): Held[] => {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)]
  const kept = new Map(
    prepared<Kept>(cache, KEPT)
      .all({ slices, period: periodNumber(period) })
      .map((row) => [row.slice, row]),
  )
  return prepared<Held>(cache, HELD)
    .all({ slices, from, to })
    .filter((held) => {
      const known = kept.get(held.slice)
      return held.days === to - from + 1 && !isFetchedLater(held, known) && known?.stamp !== String(held.stamp)
    })
}

/** Where the rows of a period of a slice come from; `stamp` tells them from other rows of the same period. */
export type PeriodSource = {
  readonly slice: number
  readonly isSummed: boolean
  readonly fetchedAtMs: number
  readonly stamp: string
}

/** The slices that have the period: its days, or else what is kept. */
export const periodSources = (cache: Database, slices: string, period: Period): PeriodSource[] => {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)]
  const held = prepared<Held>(cache, HELD).all({ slices, from, to })
  const kept = prepared<Kept>(cache, KEPT).all({ slices, period: periodNumber(period) })
  const known = new Map(kept.map((row) => [row.slice, row]))
  const summed = held
    .filter((one) => one.days === to - from + 1 && !isFetchedLater(one, known.get(one.slice)))
    .map(({ slice, newestMs, stamp }) => ({ slice, isSummed: true, fetchedAtMs: newestMs, stamp: `days ${stamp}` }))
  const isSummed = new Set(summed.map(({ slice }) => slice))
  const others = kept
    .filter(({ slice }) => !isSummed.has(slice))
    .map(({ slice, stamp, fetchedAtMs, made }) => ({
      slice,
      isSummed: false,
      fetchedAtMs,
      stamp: `kept ${made} ${fetchedAtMs} ${stamp}`,
    }))
  return [...summed, ...others]
}
