import { z } from 'zod'
import { DAY_MS } from '../../service/durations.ts'
import { DaySchema } from '../../service/wire.ts'

/** Two years: what the service is asked for at most. */
const PERIOD_DAYS_MAX = 731

/** How many days a period has, its first and last included. */
export const periodDays = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Days in UTC, both included. */
export const PeriodSchema = z
  .object({ from: DaySchema, to: DaySchema })
  .refine((period) => period.from <= period.to, { error: 'from comes before to', path: ['from'] })
  .refine((period) => periodDays(period) <= PERIOD_DAYS_MAX, { error: 'at most 731 days', path: ['from'] })
export type Period = z.infer<typeof PeriodSchema>

/** A period, or so many whole days up to the newest one that most of the brands have. */
export const AnyPeriodSchema = z.union([z.object({ days: z.number().int().min(1).max(PERIOD_DAYS_MAX) }), PeriodSchema])
export type AnyPeriod = z.infer<typeof AnyPeriodSchema>
