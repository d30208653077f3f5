// The built desk at its busiest (test/faults/soak.test.ts): what a window waits for meanwhile, against 300 ms, and the time
// until it has closed. A machine that others use too makes every answer late: as many times as it does a server without work.
import { runSoak, soakOf } from '../support/soak/run-soak.ts'
import { type Bench, judge } from './bench.ts'

const P99_MS = 300
const MINUTE = { durationMs: 60_000, deliveries: 2560 }
const CLOSED_WITHIN_MS = 10_000
/** What a server that does nothing takes at p99 beside this desk, on two cores that nobody else uses. */
const BARE_P99_MS = 15

export const soakBench: Bench = {
  name: 'soak',
  run: async () => {
    const { timings, bare, closeMs, failures } = await runSoak({ ...soakOf(0), ...MINUTE })
    if (failures.length > 0) throw new Error(failures.slice(0, 5).join('\n'))
    const { p99Ms, calls } = timings.all()
    const slowdown = Math.max(1, bare.p99Ms / BARE_P99_MS)
    return [
      judge({
        name: 'calls of a window while brands are synced and deliveries come, p99',
        against: `${P99_MS} ms × the slowdown of a bare server`,
        ratio: p99Ms / P99_MS / slowdown,
        atMost: 1,
        measured: { p99Ms, calls, bareP99Ms: bare.p99Ms },
      }),
      judge({
        name: 'closing in the midst of a sync',
        against: `${CLOSED_WITHIN_MS} ms`,
        ratio: closeMs / CLOSED_WITHIN_MS,
        atMost: 1,
        measured: { closeMs },
      }),
    ]
  },
}
