/** The axis of a chart. */
export type Scale = {
  /** Round values from the bottom to the top. */
  readonly ticks: readonly number[]
  /** Where a value is: 0 at the bottom, 1 at the top. */
  readonly share: (value: number) => number
}

const TICKS = 4

/** 1, 2 or 5 times a power of ten: a step that people count in. */
const niceStep = (raw: number): number => {
  const power = 10 ** Math.floor(Math.log10(raw))
  const unit = raw / power
  return power * (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 5 ? 5 : 10)
}

/**
 * From 0 where the values are not all far above it; `isInverted`: the lowest value is at the top. A line that does not move
 * lies in the middle. No step is smaller than `leastStep`, so that no two ticks are written alike.
 */
export const scaleOf = (values: readonly number[], isInverted: boolean, leastStep = 0): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const from0 = !isInverted && least >= 0 && least < most * 0.7
  const isFlat = most === least
  const [low, high] = isFlat ? [Math.min(least, Math.max(least - 1, 0)), most + 1] : [from0 ? 0 : least, most]
  const step = Math.max(niceStep((high - low) / TICKS), leastStep)
  const [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step)
  const share = (value: number) => (value - first) / (last - first)
  return { ticks, share: (value) => (isInverted ? 1 - share(value) : share(value)) }
}
