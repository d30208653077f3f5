import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { addDays, everyDay } from '../../charts/days.ts'

export type HistoryRange = '28' | '90' | 'all'
export type HistoryPoint = CallOutput<'rankings.history'>['points'][number]

/** The points of the last days of a history, counted from its newest day; `since` is among them, however long ago. */
export const historyFrom = (
  points: readonly HistoryPoint[],
  range: HistoryRange,
  since?: string,
): readonly HistoryPoint[] => {
  const newest = points.at(-1)?.day
  if (range === 'all' || newest === undefined) return points
  const start = addDays(newest, 1 - Number(range))
  const first = since !== undefined && since < start ? since : start
  return points.filter((point) => point.day >= first)
}

export type HistorySeries = {
  readonly days: readonly string[]
  readonly position: readonly (number | null)[]
  readonly clicks: readonly (number | null)[]
  readonly impressions: readonly (number | null)[]
}

/** One value a day up to the last one; days that were never cached and those to come are gaps. */
export const historySeries = (points: readonly HistoryPoint[], last = points.at(-1)?.day): HistorySeries => {
  const first = points[0]?.day
  const days = first === undefined || last === undefined ? [] : everyDay(first, last)
  const byDay = new Map(points.map((point) => [point.day, point]))
  const pick = (field: 'position' | 'clicks' | 'impressions') => days.map((day) => byDay.get(day)?.[field] ?? null)
  return { days, position: pick('position'), clicks: pick('clicks'), impressions: pick('impressions') }
}
