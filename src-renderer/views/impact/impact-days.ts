// The days of an article for its chart: averages of 7 days, so that weekends do not hide what changed.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'

export type ImpactDay = CallOutput<'impact.article'>['series'][number]

const HALF_WEEK = 3

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Each day with the three before and after it, but never across the day of publishing. */
export const weekAverages = (days: readonly ImpactDay[], publishedDay: string): ImpactDay[] => {
  const parts = [days.filter(({ day }) => day < publishedDay), days.filter(({ day }) => day >= publishedDay)]
  return parts.flatMap((part) =>
    part.map(({ day }, at) => {
      const near = part.slice(Math.max(0, at - HALF_WEEK), at + HALF_WEEK + 1)
      return {
        day,
        clicks: mean(near.map(({ clicks }) => clicks)),
        expected: mean(near.map(({ expected }) => expected)),
        low: mean(near.map(({ low }) => low)),
        high: mean(near.map(({ high }) => high)),
      }
    }),
  )
}
