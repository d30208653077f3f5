import { type Clock, systemClock } from '../../src-main/base/clock.ts'

const DAY_MS = 86_400_000
const startedMs = Date.now()
const noonMs = startedMs - (startedMs % DAY_MS) + DAY_MS / 2

/**
 * Runs as the computer's clock does, from noon of its day (UTC) on: no test file meets a midnight. A team's time is that of
 * PostgreSQL, which no test sets.
 */
export const testClock: Clock =
  process.env.TEST_ENGINE === 'team' ? systemClock : { ...systemClock, now: () => Date.now() - startedMs + noonMs }
