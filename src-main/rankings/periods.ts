import type { RankFilter } from '../../src-shared/desk/rankings.ts'
import { WINDOW_DAYS } from '../../src-shared/desk/values/figures.ts'
import type { AnyPeriod, Period } from '../../src-shared/desk/values/period.ts'
import type { Slice } from '../../src-shared/desk/values/slice.ts'
import { dayFromNumber, dayNumber, toDay } from '../base/clock.ts'
import type { RankingDeps } from './deps.ts'
import { isPlain } from './rules/period-rows.ts'

/** Brands of one piece of work: few enough that others of the desk wait some 20 ms at most. */
const GROUP = 8

export const inGroups = <Item>(items: readonly Item[], size = GROUP): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

type Asked = {
  readonly brandIds: 'all' | readonly string[]
  readonly slice: Slice
  readonly period?: AnyPeriod | undefined
  readonly comparePeriod?: 'previous' | Period | undefined
  readonly asOfDay?: string | undefined
  /** Of a page, and of its totals, which have no order. */
  readonly filter?: RankFilter | undefined
  readonly search?: string | undefined
  readonly sort?: readonly { readonly by: string }[] | undefined
}
export type WithPeriods<Input> = Omit<Input, 'period' | 'comparePeriod' | 'asOfDay'> & {
  /** The last day of the trends; absent: the newest one. */
  readonly sparksTo?: string | undefined
  readonly period?: Period | undefined
  readonly comparePeriod?: Period | undefined
  /** The sums are in the reader's memory, and not stored. */
  readonly inMemory?: boolean | undefined
}

const endingAt = (last: string, days: number): Period => ({
  from: dayFromNumber(dayNumber(last) - days + 1),
  to: last,
})

/** As of a day, the window is a period as well, and relative periods end with the day. */
const endedBy = ({ asOfDay, period, comparePeriod }: Asked): Pick<Asked, 'period' | 'comparePeriod'> => {
  if (asOfDay === undefined) return { period, comparePeriod }
  if (period === undefined)
    return { period: endingAt(asOfDay, WINDOW_DAYS), comparePeriod: comparePeriod ?? 'previous' }
  return { period: 'days' in period ? endingAt(asOfDay, period.days) : period, comparePeriod }
}

/** Sums of one read: one of 28 days × 1,000 keywords takes about half a millisecond. */
const SUMS = 24

/** Turns the periods of a query into days, and first sums up those that can be summed up from cached days: in memory where that is enough. */
export const createPeriods =
  ({ store, clock }: Pick<RankingDeps, 'store' | 'clock'>) =>
  async <Input extends Asked>(input: Input): Promise<WithPeriods<Input>> => {
    const { period: _, comparePeriod: __, asOfDay: sparksTo, ...rest } = input
    const { period, comparePeriod } = endedBy(input)
    if (period === undefined) return rest
    const { brandIds, slice, filter, search, sort } = input
    const today = toDay(clock.now())
    const { missing, inMemory, ...periods } = await store.read('rankings.periods', {
      brandIds,
      slice,
      today,
      period,
      comparePeriod,
      isPlain: filter !== undefined && isPlain({ filter, search, sort }),
    })
    if (inMemory)
      for (const some of inGroups(missing, SUMS))
        await store.read('rankings.sumPeriods', { brandIds, slice, periods: some })
    else for (const some of inGroups(missing)) await store.write('rankings.savePeriods', { slice, periods: some })
    return { ...rest, ...periods, sparksTo, inMemory }
  }
