// Which days of a period the cache holds, said honestly.
import { type Period, periodDays } from '../../../src-shared/desk/values/period.ts'
import { plural } from '../../format/numbers.ts'

type Day = { readonly day: string; readonly brands: number }

/** Days of the period that the cache has of at least one brand. */
const heldDays = (days: readonly Day[], { from, to }: Period): number =>
  days.filter(({ day }) => from <= day && day <= to).length

/** `14 of 14 days stored`, of both periods. */
export const heldText = (
  days: readonly Day[],
  { now, before }: { readonly now: Period; readonly before: Period | null },
): string => {
  const of = (period: Period) => ({ held: heldDays(days, period), all: periodDays(period) })
  const one = of(now)
  const other = before === null ? { held: 0, all: 0 } : of(before)
  const [held, all] = [one.held + other.held, one.all + other.all]
  return `${held} of ${plural(all, 'day')} stored`
}
