// How much slower the machine is than at rest: its owner gives the processors to others too, so that the same loop takes one
// to three times as long from minute to minute. Limits in milliseconds are for a machine at rest.

const TURNS = 1e8
/**
 * On 2 cores with Node 24. On 29 November 2026, while the host was at rest, the same loop of 3e8 turns at the top of a script
 * took 480 ms; it takes 6.4 times as long as this one (five pairs on 30 November, 6.3 to 6.6).
 */
const AT_REST_MS = 75
const LOOKS = 3
/** Right before and after one piece of work. */
const LOOKS_BESIDE = 10

const loopMs = (): number => {
  const startedAt = performance.now()
  let sum = 0
  for (let turn = 0; turn < TURNS; turn += 1) sum += turn % 7
  return sum > 0 ? performance.now() - startedAt : Number.NaN
}

/**
 * A look takes up to a quarter of a second of one processor: nothing may be measured meanwhile. A mean, for the speed
 * changes within a second: the work meets both speeds, and a median is one of them.
 */
export const slownessNow = (looks = LOOKS): number => {
  let ms = 0
  for (let look = 0; look < looks; look += 1) ms += loopMs()
  return ms / looks / AT_REST_MS
}

/** The work, and how slow the machine was right before and after it. */
export const withSlowness = async <Value>(
  work: () => Promise<Value> | Value,
): Promise<{ readonly value: Value; readonly slowness: number }> => {
  const before = slownessNow(LOOKS_BESIDE)
  const value = await work()
  return { value, slowness: (before + slownessNow(LOOKS_BESIDE)) / 2 }
}
