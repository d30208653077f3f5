// Positions are grouped where clicks are counted: whole places on the first page, then wider groups, for deeper places have
// few clicks each.
const STARTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 21, 31, 51] as const
export const BINS = STARTS.length

/** The group of a mean position, from 0 on. */
export const binOf = (position: number): number => {
  const place = Math.round(position)
  return Math.max(
    0,
    STARTS.findLastIndex((start) => place >= start),
  )
}

/** The places of a group, both included. */
export const placesOfBin = (bin: number): readonly [from: number, to: number] => [
  STARTS[bin] ?? 1,
  (STARTS[bin + 1] ?? 101) - 1,
]
