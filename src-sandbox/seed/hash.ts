// Every seeded value is a pure function of (seed, what it is, when): no generator carries state from one value to the
// next, so any brand, keyword or day can be asked for alone and comes out the same in every process.

const UINT32 = 2 ** 32

/** Mixes whole numbers into 32 well-spread bits (the murmur3 finaliser, once a part). */
export const hash = (first: number, second: number, third = 0): number => {
  let bits = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 15) ^ second, 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 13) ^ third, 0x27d4eb2f)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** A number from 0 up to, not including, 1. */
export const unit = (first: number, second: number, third = 0): number => hash(first, second, third) / UINT32

/** A number between -1 and 1, near 0 more often than not. */
export const bell = (first: number, second: number, third = 0): number => {
  const bits = hash(first, second, third)
  return ((bits & 0xffff) + (bits >>> 16)) / 0xffff - 1
}

/** A text as a number to mix with. */
export const hashText = (text: string): number => {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  return bits >>> 0
}

/** Comma-separated words as a list that is never empty. */
export const list = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...rest] = text.split(',').map((item) => item.trim())
  return [first, ...rest]
}

/** One of a list that is never empty. */
export const pick = <Item>(list: readonly [Item, ...Item[]], bits: number): Item => list[bits % list.length] ?? list[0]

/** The first `length` places of a seeded shuffle of 0 … size-1, by an affine step that visits each place once. */
export const shuffledIndex = (place: number, size: number, seed: number): number => {
  const step = coprimeStep(size, hash(seed, 1))
  return (hash(seed, 2) + place * step) % size
}

const greatestCommonDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestCommonDivisor(right, left % right)

const coprimeStep = (size: number, bits: number): number => {
  if (size <= 2) return 1
  let step = 1 + (bits % (size - 1))
  while (greatestCommonDivisor(step, size) !== 1) step = step === size - 1 ? 1 : step + 1
  return step
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits, seeded. */
export const token = (length: number, seed: number): string =>
  Array.from({ length }, (_, index) => ALPHABET.charAt(hash(seed, index) % ALPHABET.length)).join('')
