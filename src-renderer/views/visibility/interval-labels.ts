import type { BrandInterval } from '../../../src-shared/desk/visibility.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import type { IntervalValue } from '../../state/visibility.ts'

export const everyLabel = (days: number | null): string =>
  days === null ? NO_VALUE : days === 1 ? 'every day' : `every ${days} days`

/** For a narrow column. */
export const daysLabel = (days: number | null): string =>
  days === null ? NO_VALUE : days === 1 ? '1 day' : `${days} days`

/** `1, 3, 7 or 30 days`: the shortest first. */
export const allowedLabel = (intervals: readonly number[]): string => {
  const days = intervals.toSorted((a, b) => a - b)
  const last = days.at(-1)
  if (last === undefined) return 'no other interval'
  return days.length === 1 ? daysLabel(last) : `${days.slice(0, -1).join(', ')} or ${daysLabel(last)}`
}

/** What following the plan means for this brand. */
export const planLabel = ({ planFloor }: Pick<BrandInterval, 'planFloor'>): string =>
  planFloor === null ? 'as the plan' : `plan (${everyLabel(planFloor)})`

export const intervalLabel = (interval: IntervalValue, of: Pick<BrandInterval, 'planFloor'>): string =>
  interval === null ? planLabel(of) : everyLabel(interval)

/** The current choice. */
export const currentLabel = (of: Pick<BrandInterval, 'planFloor' | 'customInterval'>): string =>
  of.customInterval === null ? planLabel(of) : everyLabel(of.customInterval)
