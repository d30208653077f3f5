/** Values that stand alone between gaps: without a dot a line chart would not show them. */
export const loneIndexes = (values: readonly (number | null | undefined)[]): number[] =>
  values.flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  )

const MIN_PLACES = 4

/** Axis of positions: whole places, never better than 1, at least a few places high so that noise looks small. */
export const positionRange = (best: number | null, worst: number | null): [number, number] => {
  if (best === null || worst === null) return [1, 10]
  const top = Math.max(1, Math.floor(best) - 1)
  return [top, Math.max(Math.ceil(worst) + 1, top + MIN_PLACES)]
}

/** Axis of a score of 100: around its values, at least 2 points high so that noise looks small. */
export const scoreRange = (least: number | null, most: number | null): [number, number] => {
  if (least === null || most === null) return [0, 100]
  const middle = (least + most) / 2
  const half = Math.max(1, ((most - least) / 2) * 1.2)
  return [Math.max(0, middle - half), Math.min(100, Math.max(middle + half, 2))]
}

const MIN_CHANGE = 20

/** Axis of changes in percent: 0 is in it, and noise looks small. */
export const changeRange = (least: number | null, most: number | null): [number, number] => [
  Math.min(-MIN_CHANGE, (least ?? 0) * 1.1),
  Math.max(MIN_CHANGE, (most ?? 0) * 1.1),
]

/** Axis of counts: always from 0, or a quiet week would look like a collapse. */
export const countRange = (most: number | null): [number, number] => [0, Math.max(4, (most ?? 0) * 1.1)]

const RANGES = {
  position: positionRange,
  score: scoreRange,
  change: changeRange,
  count: (_: number | null, most: number | null) => countRange(most),
}

type Values = readonly (number | null | undefined)[]
export type AxisKind = keyof typeof RANGES

/**
 * The axis of what is drawn. A band of what may come adds at most the height of the curve's own axis at each end, or the curve
 * would be flat beside it; what lies beyond is cut off.
 */
export const axisRange = (kind: AxisKind, curves: Values, band: Values): [number, number] => {
  const ofAll = (values: Values) => {
    const known = values.filter((value) => value != null)
    return known.length === 0 ? RANGES[kind](null, null) : RANGES[kind](Math.min(...known), Math.max(...known))
  }
  if (curves.every((value) => value == null)) return ofAll(band)
  const [low, high] = ofAll(curves)
  const [lowest, highest] = ofAll([...curves, ...band])
  const room = high - low
  return [Math.max(lowest, low - room), Math.min(highest, high + room)]
}
