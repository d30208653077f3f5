// The chunks of a body in one buffer. Memory outside of V8's heap makes V8 collect all of it again and again, so each chunk is
// given back as soon as it is copied.
const BYTES_FIRST = 64 * 1024
/** What is smaller may be part of a memory that others use. */
const GIVEN_BACK_MIN = 8 * 1024

/** Frees the memory of bytes that nobody reads any more, where it is theirs alone. */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (byteLength <= GIVEN_BACK_MIN || buffer.byteLength !== byteLength || !(buffer instanceof ArrayBuffer)) return
  buffer.transfer(0)
}

/** How many times as much memory as what came is taken at most, on the word of a sender. */
const TRUST = 16

/**
 * A buffer that grows up to `max` bytes; `length`: what it will have, null where that is not known; `named`: what its sender
 * says, which is taken at once when a sixteenth of it came: each growth copies all.
 */
export const createBytes = (length: number | null, max: number, named = 0) => {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  let size = 0
  return {
    size: (): number => size,
    /** No more than `max` in all. */
    add: (chunk: Uint8Array): void => {
      const needed = size + chunk.byteLength
      // Not before: a reply may wait for its turn.
      bytes ??= new Uint8Array(length ?? Math.min(BYTES_FIRST, max))
      if (needed > bytes.byteLength) {
        const isPlausible = named >= needed && named <= TRUST * needed
        const grown = isPlausible ? named : Math.min(max, Math.max(needed, bytes.byteLength * 2))
        bytes = new Uint8Array(bytes.buffer.transfer(grown))
      }
      bytes.set(chunk, size)
      // After the parser has returned, which still looks at the chunk that it hands over.
      queueMicrotask(() => giveBack(chunk))
      size = needed
    },
    end: (): ArrayBuffer => {
      if (bytes === undefined) return new ArrayBuffer(0)
      return size === bytes.byteLength ? bytes.buffer : bytes.buffer.transfer(size)
    },
    /** Gives its memory back. */
    drop: (): void => {
      if (bytes?.buffer.detached === false) bytes.buffer.transfer(0)
    },
  }
}
