// Whether a text can name another brand at all, told in one pass over its characters. 10,000 pitches are looked through
// before any is written down; the shield itself, which knows the exceptions, then sees only the few that may.
import { type BrandMark, hyphenated, signsOf } from '../publishing/wrong-brand.ts'

const ASCII_MAX = 0x7f
const [DIGIT_0, DIGIT_9, UPPER_A, UPPER_Z, LOWER_A, LOWER_Z] = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]
const CASE_BIT = 0x20

/** A hash that grows letter by letter; two words that share one only cost a look. */
const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0
const hashOf = (word: string): number => {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = hashed(hash, word.charCodeAt(at))
  return hash
}

/** True where the text may hold the first word of a sign of another brand; false only where it surely does not. */
export const createMentionHint = (brands: readonly BrandMark[]): ((brandId: string, text: string) => boolean) => {
  const brandsOfWord = new Map<number, Set<string>>()
  for (const brand of brands) {
    for (const sign of signsOf(brand)) {
      const [word = ''] = hyphenated(sign).slice(1, -1).split('-')
      const hash = hashOf(word)
      brandsOfWord.set(hash, (brandsOfWord.get(hash) ?? new Set()).add(brand.brandId))
    }
  }
  const isOther = (hash: number, brandId: string): boolean => {
    const of = brandsOfWord.get(hash)
    return of !== undefined && (of.size > 1 || !of.has(brandId))
  }
  return (brandId, text) => {
    let hash = 0
    let isInWord = false
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      // Other scripts, accents and signs are left to the shield.
      if (code > ASCII_MAX) return true
      const isUpper = code >= UPPER_A && code <= UPPER_Z
      if (isUpper || (code >= LOWER_A && code <= LOWER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)) {
        hash = hashed(hash, isUpper ? code | CASE_BIT : code)
        isInWord = true
      } else if (isInWord) {
        if (isOther(hash, brandId)) return true
        hash = 0
        isInWord = false
      }
    }
    return isInWord && isOther(hash, brandId)
  }
}
