// The first rows of a list, without sorting the others.

/** Puts the `wanted` smallest values in front, in no order. Returns the largest of these. */
const partition = (values: Float64Array, wanted: number): number => {
  const last = wanted - 1
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const middle = values[(from + to) >> 1] as number // within the list
    let [left, right] = [from, to]
    while (left <= right) {
      while ((values[left] as number) < middle) left += 1 // stopped by `middle` itself
      while ((values[right] as number) > middle) right -= 1
      if (left > right) break
      const kept = values[left] as number
      values[left] = values[right] as number
      values[right] = kept
      left += 1
      right -= 1
    }
    if (last <= right) to = right
    else if (last >= left) from = left
    else break
  }
  return values[last] as number
}

/**
 * Which `wanted` of the rows come first, in no order. `levels`: values that order the rows upwards, each where those before
 * are equal; no NaN. Rows that are equal on all levels may take each other's place.
 */
export const firstRows = (
  levels: readonly ((row: number) => number)[],
  rows: Uint32Array,
  wanted: number,
): number[] => {
  const first: number[] = []
  let pool = rows
  for (const level of levels) {
    const missing = wanted - first.length
    if (missing <= 0 || pool.length <= missing) break
    const values = new Float64Array(pool.length)
    for (let at = 0; at < pool.length; at += 1) values[at] = level(pool[at] as number) // below the length
    const most = partition(values.slice(), missing)
    const equal: number[] = []
    for (let at = 0; at < pool.length; at += 1) {
      const value = values[at] as number
      if (value > most) continue
      if (value < most) first.push(pool[at] as number)
      else equal.push(pool[at] as number)
    }
    pool = Uint32Array.from(equal)
  }
  return [...first, ...pool.subarray(0, Math.max(0, wanted - first.length))]
}
