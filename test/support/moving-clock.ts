// A clock that runs as the computer's does, and that a test moves on. Sleeps that end by then are over at once.
import type { Clock } from '../../src-main/base/clock.ts'
import { testClock } from './test-clock.ts'

type Sleeper = { readonly ms: number; readonly untilMs: number; readonly woken: AbortController }

export const createMovingClock = (startMs = testClock.now()) => {
  const aheadMs = startMs - testClock.now()
  let movedMs = 0
  const now = () => testClock.now() + aheadMs + movedMs
  const monotonicMs = () => testClock.monotonicMs() + movedMs
  const cell = new Float64Array(new SharedArrayBuffer(8)).fill(now())
  const sleepers = new Set<Sleeper>()
  const sleeping = (ms: number) => [...sleepers].filter((sleeper) => sleeper.ms === ms).length
  /** The most that ever slept at the same time, by their span. */
  const most = new Map<number, number>()
  const sleep: Clock['sleep'] = async (ms, signal) => {
    const sleeper = { ms, untilMs: monotonicMs() + ms, woken: new AbortController() }
    const { signal: woken } = sleeper.woken
    sleepers.add(sleeper)
    most.set(ms, Math.max(most.get(ms) ?? 0, sleeping(ms)))
    try {
      await testClock.sleep(ms, signal === undefined ? woken : AbortSignal.any([signal, woken]))
    } catch (error) {
      if (!woken.aborted) throw error
    } finally {
      sleepers.delete(sleeper)
    }
  }
  return {
    ...testClock,
    now,
    monotonicMs,
    cell,
    sleep,
    /** Whether all loops of this span sleep. */
    areAsleep: (ms: number): boolean => sleeping(ms) === most.get(ms),
    move: (ms: number): void => {
      movedMs += ms
      cell[0] = now()
      for (const sleeper of sleepers) {
        if (sleeper.untilMs > monotonicMs()) continue
        sleepers.delete(sleeper)
        sleeper.woken.abort()
      }
    },
  }
}
export type MovingClock = ReturnType<typeof createMovingClock>
