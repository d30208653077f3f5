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
