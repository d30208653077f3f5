import type { Period } from '../../src-shared/desk/values/period.ts'
import { formatShortDay } from './time.ts'

/** `15 Nov – 21 Nov`, a single day as `21 Nov`. */
export const periodText = ({ from, to }: Period): string =>
  from === to ? formatShortDay(to) : `${formatShortDay(from)} – ${formatShortDay(to)}`

/** `25 Oct – 21 Nov vs 27 Sep – 24 Oct`: the newer period first, as in "down vs last week". */
export const comparisonText = (period: Period, before: Period | null): string =>
  before === null ? periodText(period) : `${periodText(period)} vs ${periodText(before)}`

/** `vs 27 Sep – 24 Oct`; '' where nothing is compared. */
export const versusText = (before: Period | null): string => (before === null ? '' : `vs ${periodText(before)}`)
