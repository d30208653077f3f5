import type { BrandInterval } from '../../../src-shared/desk/visibility.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import type { IntervalValue } from '../../state/visibility-staging.ts'

export const everyWords = (days: number | null): string =>
  days === null ? NO_VALUE : days === 1 ? 'every day' : `every ${days} days`

/** For a narrow column. */
export const daysWords = (days: number | null): string =>
  days === null ? NO_VALUE : days === 1 ? '1 day' : `${days} days`

/** What "follow the plan" comes to for this brand. */
export const planWords = ({ planFloor }: Pick<BrandInterval, 'planFloor'>): string =>
  planFloor === null ? 'follow the plan' : `follow the plan (${everyWords(planFloor)})`

export const intervalWords = (interval: IntervalValue, of: Pick<BrandInterval, 'planFloor'>): string =>
  interval === null ? planWords(of) : everyWords(interval)

/** What is chosen now. */
export const currentWords = (of: Pick<BrandInterval, 'planFloor' | 'customInterval'>): string =>
  of.customInterval === null ? planWords(of) : everyWords(of.customInterval)
