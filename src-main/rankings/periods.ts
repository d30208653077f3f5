import type { AnyPeriod, Period } from '../../src-shared/desk/period.ts'
import type { Slice } from '../../src-shared/desk/slice.ts'
import { toDay } from '../base/clock.ts'
import type { RankingDeps } from './deps.ts'

type Asked = {
  readonly brandIds: 'all' | readonly string[]
  readonly slice: Slice
  readonly period?: AnyPeriod | undefined
  readonly comparePeriod?: 'previous' | Period | undefined
}
export type WithPeriods<Input> = Omit<Input, 'period' | 'comparePeriod'> & {
  readonly period?: Period | undefined
  readonly comparePeriod?: Period | undefined
}

/** Turns the periods of a query into days, and first sums up those that can be summed up from cached days. */
export const createPeriods =
  ({ store, clock }: Pick<RankingDeps, 'store' | 'clock'>) =>
  async <Input extends Asked>(input: Input): Promise<WithPeriods<Input>> => {
    const { period, comparePeriod, ...rest } = input
    if (period === undefined) return rest
    const { brandIds, slice } = input
    const today = toDay(clock.now())
    const { missing, ...periods } = await store.read('rankings.periods', {
      brandIds,
      slice,
      today,
      period,
      comparePeriod,
    })
    for (const one of missing) await store.write('rankings.savePeriod', { ...one, slice })
    return { ...rest, ...periods }
  }
