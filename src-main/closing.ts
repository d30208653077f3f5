// Closing ends within a limit, whatever the service, a room or the disk does. Intents are on disk before: a send that is
// cut off is unknown at the next start.
import { DeskError } from '../src-shared/desk/errors.ts'
import type { Clock } from './base/clock.ts'
import type { Log } from './base/log.ts'

/** Milliseconds since closing began. */
export type ClosingLimits = {
  /** Until then the desk may still be starting. */
  readonly startMs: number
  /** Until then requests under way may end; then they are cut off and their outcome is unknown. */
  readonly requestsMs: number
  /** Until then the rooms are waited for; then the files are closed in any case. */
  readonly roomsMs: number
  /** Until then the files are waited for. */
  readonly allMs: number
}

/** Less than the 10 s after which scripts/lib/child.mjs kills the desk. */
export const CLOSING_LIMITS: ClosingLimits = { startMs: 1_000, requestsMs: 5_000, roomsMs: 7_000, allMs: 9_000 }

export const filesStillOpen = () =>
  new DeskError('storage', 'The data files could not be closed in time. End Agency Desk and start it again.')

/** Counts from the moment of this call. */
export const beginClosing = ({ clock, log }: { readonly clock: Clock; readonly log: Log }) => {
  const timers = new AbortController()
  const startMs = clock.monotonicMs()
  const until = (ms: number) => clock.sleep(Math.max(0, startMs + ms - clock.monotonicMs()), timers.signal)
  return {
    /** Runs the action at that time, unless closing has ended by then. */
    at: (ms: number, action: () => void): void => {
      until(ms).then(action, () => undefined)
    },
    /** Waits for all of this work until then. False where some of it has not ended. Never rejects. */
    waitFor: async (work: Readonly<Record<string, Promise<unknown>>>, ms: number): Promise<boolean> => {
      const late = until(ms)
      const waitForOne = async ([what, one]: [string, Promise<unknown>]): Promise<boolean> => {
        const ended = one.then(
          () => true,
          (error: unknown) => {
            log.error({ err: error, what }, 'a part of the desk failed to close')
            return true
          },
        )
        const isEnded = await Promise.race([ended, late.then(() => false)])
        if (!isEnded) log.warn({ what, ms }, 'closing no longer waits for a part of the desk')
        return isEnded
      }
      return (await Promise.all(Object.entries(work).map(waitForOne))).every(Boolean)
    },
    end: (): void => timers.abort(),
  }
}
