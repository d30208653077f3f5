import { z } from 'zod'
import { EmptySchema, InstantSchema } from './common.ts'
import { call, event } from './define.ts'

export const ClockStateSchema = z.object({
  /** The clock is more than 30 days ahead of the last run: nothing is deleted by its age until a person confirms it. */
  isInDoubt: z.boolean(),
  /** What the clock says. */
  now: InstantSchema,
  /** When the desk last ran with a clock that was not in doubt. */
  lastRunAt: InstantSchema,
  /** Whole days from one to the other; 0 where the clock is behind. */
  daysAhead: z.number().int(),
})
export type ClockState = z.infer<typeof ClockStateSchema>

export const clockCalls = {
  'desk.clock': call({ input: EmptySchema, output: ClockStateSchema, reads: ['clock'] }),
  /** A person says that the clock is right. Deletions by age go on. */
  'desk.confirmClock': call({ input: EmptySchema, output: ClockStateSchema, reads: [] }),
}

export const clockEvents = {
  /** The clock came into doubt or is no longer in doubt. */
  'desk.clockChanged': event(ClockStateSchema),
}
