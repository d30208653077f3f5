// Memory for arrays of numbers that the next brand uses again. New arrays of 2.5 MB for each brand let the collector of a
// desk, whose heap is kept small, run as long as the work itself.

/**
 * Bytes that are all 0, under a name. They hold until the same name is asked for again. `isOverwritten`: the caller sets each
 * of them, so they may be what they were.
 */
export type ArrayRoom = (name: string, bytes: number, options?: { readonly isOverwritten: boolean }) => ArrayBuffer

/** Each time other memory: for arrays that are kept. */
export const newRoom: ArrayRoom = (_, bytes) => new ArrayBuffer(bytes)

/** Larger ones are seldom, and are not kept. */
const KEPT_BYTES_MAX = 1_048_576

export const createArrayRoom = (): ArrayRoom => {
  const kept = new Map<string, ArrayBuffer>()
  return (name, bytes, { isOverwritten } = { isOverwritten: false }) => {
    const known = kept.get(name)
    if (known !== undefined && known.byteLength >= bytes) {
      if (!isOverwritten) new Uint8Array(known, 0, bytes).fill(0)
      return known
    }
    const made = new ArrayBuffer(bytes)
    if (bytes <= KEPT_BYTES_MAX) kept.set(name, made)
    return made
  }
}
