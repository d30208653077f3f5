// Whether a text can name another brand at all, told in one pass over its characters. 10,000 pitches are looked through
// before any is written down; the shield itself, which knows the exceptions, then sees only the few that may.
import { type BrandMark, hyphenated, signsOf } from '../../brands/rules/brand-signs.ts'

const ASCII_MAX = 0x7f

const NO_LETTER = 0
/** The lower-case letter or digit of each byte; all else ends a word. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : NO_LETTER
})
const BYTES_AT_FIRST = 64 * 1024
const UTF8_MAX = 4

/** A hash that grows letter by letter; two words that share one only cost a look. */
const NO_WORD = 0
const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0
const hashOf = (word: string): number => {
  let hash = NO_WORD
  for (let at = 0; at < word.length; at += 1) hash = hashed(hash, word.charCodeAt(at))
  return hash
}

/** Hashes are looked up by these bits first: nearly every word of a text is told apart by that alone. */
const FILTER_BITS = 0xffff

/** True where the text may hold the first word of a sign of another brand; false only where it surely does not. */
export const createMentionHint = (brands: readonly BrandMark[]): ((brandId: string, text: string) => boolean) => {
  const brandsOfWord = new Map<number, Set<string>>()
  const filter = new Uint8Array(FILTER_BITS + 1)
  for (const brand of brands) {
    for (const sign of signsOf(brand)) {
      const [word = ''] = hyphenated(sign).slice(1, -1).split('-')
      const hash = hashOf(word)
      filter[hash & FILTER_BITS] = 1
      brandsOfWord.set(hash, (brandsOfWord.get(hash) ?? new Set()).add(brand.brandId))
    }
  }
  const isOther = (hash: number, brandId: string): boolean => {
    const of = brandsOfWord.get(hash)
    return of !== undefined && (of.size > 1 || !of.has(brandId))
  }
  const mayBeIn = (bytes: Uint8Array, count: number, brandId: string): boolean => {
    let hash = NO_WORD
    for (let at = 0; at <= count; at += 1) {
      // The end of the text ends a word as well.
      const code = at === count ? NO_LETTER : (bytes[at] as number) // within what was written
      const letter = LETTERS[code] as number // one for each byte
      if (letter !== NO_LETTER) hash = hashed(hash, letter)
      else {
        // Other scripts, accents and signs are left to the shield.
        if (code > ASCII_MAX || (filter[hash & FILTER_BITS] === 1 && isOther(hash, brandId))) return true
        hash = NO_WORD
      }
    }
    return false
  }
  const encoder = new TextEncoder()
  let room = new Uint8Array(BYTES_AT_FIRST)
  return (brandId, text) => {
    // Room for the first character that is not ASCII, if there is one: a longer text ends at it.
    if (room.length < text.length + UTF8_MAX) room = new Uint8Array(text.length + UTF8_MAX)
    return mayBeIn(room, encoder.encodeInto(text, room).written, brandId)
  }
}
