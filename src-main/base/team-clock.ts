// In a team, time is the server's: holds, times of publishing and numbers agree, whatever a desk's own clock says. Between two
// answers of the server, this desk's monotonic time counts on from the last one; without a connection it counts on as well.
import { type Clock, processMonotonicMs } from './clock.ts'

export const createTeamClock = (own: Clock, monotonicMs = processMonotonicMs) => {
  /** The server's time at zero of the monotonic time; null: not heard yet. */
  let originMs: number | null = null
  const clock: Clock = {
    monotonicMs: own.monotonicMs,
    sleep: own.sleep,
    now: () => (originMs === null ? own.now() : Math.round(originMs + monotonicMs())),
  }
  return {
    clock,
    /** The server's time minus the monotonic time. Returns by how much it moved our time. */
    correct: (offsetMs: number): number => {
      const before = clock.now()
      originMs = offsetMs
      return clock.now() - before
    },
    /** Whether the server's time was heard. */
    isKnown: (): boolean => originMs !== null,
  }
}
