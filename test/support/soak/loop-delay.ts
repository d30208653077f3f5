// Loaded first into a desk (NODE_OPTIONS=--import): how late its main thread is. The first SIGUSR2 begins, the second one writes
// the figures into the file LOOP_DELAY_FILE.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5
const file = process.env.LOOP_DELAY_FILE

if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isOn = false
  process.on('SIGUSR2', () => {
    isOn = !isOn
    if (isOn) return void delays.enable()
    delays.disable()
    // What it counts is the time between two looks.
    const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
    const { max } = delays
    writeFileSync(
      file,
      JSON.stringify({ p50Ms: ms(delays.percentile(50)), p99Ms: ms(delays.percentile(99)), maxMs: ms(max) }),
    )
  })
}
