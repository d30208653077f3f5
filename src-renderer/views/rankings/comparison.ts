// What a detail that was opened from Movers compares: the same two periods as the list, with the row's own figures.

import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { WINDOW_DAYS as BEFORE_DAYS, RECENT_DAYS } from '../../../src-shared/desk/values/figures.ts'
import type { ChartBand } from '../../charts/chart-options.ts'
import { addDays } from '../../charts/days.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'
import type { DayPair } from './mover-days.ts'

/** The periods of a comparison: two days, or the last 3 days and the 28 before. */
export type Periods = readonly [before: ChartBand, now: ChartBand]
export type Comparison = {
  readonly periods: Periods
  readonly label: string
  /** Undefined while it is asked for, or where it is not among the moves that the desk lists. */
  readonly move: Mover | undefined
}

export const periodsOfDays = ({ from, to }: DayPair): Periods => [
  { from, to: from, label: 'Before' },
  { from: to, to, label: 'Now' },
]

export const realPeriods = (lastDay: string): Periods => {
  const firstNow = addDays(lastDay, 1 - RECENT_DAYS)
  return [
    { from: addDays(firstNow, -BEFORE_DAYS), to: addDays(firstNow, -1), label: 'Before' },
    { from: firstNow, to: lastDay, label: 'Now' },
  ]
}

export const daysLabel = ({ from, to }: DayPair): string => `${formatDay(to)} vs ${formatDay(from)}`

/** `19 Nov – 21 Nov vs the 28 days before`. */
export const realLabel = (lastDay: string): string =>
  `${formatShortDay(addDays(lastDay, 1 - RECENT_DAYS))} – ${formatShortDay(lastDay)} vs the ${BEFORE_DAYS} days before`
