import { DAY_MS, HOUR_MS } from '../../src-shared/service/durations.ts'

/** A calendar day (UTC) as whole days since 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)
export const msOfDay = (day: number, hour: number): number => day * DAY_MS + hour * HOUR_MS
export const instantOfDay = (day: number, hour: number): string => new Date(msOfDay(day, hour)).toISOString()

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (day + 4) % 7
