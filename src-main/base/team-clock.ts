// In a team, time is the server's: holds, times of publishing and numbers agree, whatever a desk's own clock says. Between two
// answers of the server, this desk's monotonic time counts on from the last one; without a connection it counts on as well.
import type { Clock } from './clock.ts'

export const createTeamClock = (own: Clock) => {
  /** The server's time at zero of our monotonic time; null: not heard yet. */
  let originMs: number | null = null
  const clock: Clock = {
    monotonicMs: own.monotonicMs,
    sleep: own.sleep,
    now: () => (originMs === null ? own.now() : Math.round(originMs + own.monotonicMs())),
  }
  return {
    clock,
    /** The server's time minus that of this desk's own clock, as it is now. Returns by how much it moved our time. */
    correct: (offsetMs: number): number => {
      const before = clock.now()
      originMs = own.now() + offsetMs - own.monotonicMs()
      return clock.now() - before
    },
    /** Whether the server's time was heard. */
    isKnown: (): boolean => originMs !== null,
  }
}
