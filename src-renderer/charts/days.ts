import { DAY_MS } from '../../src-shared/service/durations.ts'

export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOf(dayMs(day) + days * DAY_MS)

/** Every day from the first to the last, so that a day that was never cached is a gap in a chart, not a jump. */
export const everyDay = (from: string, to: string): string[] => {
  const count = Math.round((dayMs(to) - dayMs(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, Math.min(count, 4000)) }, (_, index) => addDays(from, index))
}
