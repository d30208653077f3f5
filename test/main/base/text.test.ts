import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentFold, caseFold } from '../../../src-main/base/text.ts'

/** Sign by sign of no list: as the search compared texts from the beginning. */
const plainly = (text: string): string =>
  caseFold(text)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** All letters that are looked up, and what stands beside them: marks, other scripts, halves of a pair, NUL. */
const signs = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 0x17f }).map((code) => String.fromCharCode(code)) },
  fc.constantFrom('ς', 'Σ', 'İ', 'i\u0307', '\u0301', 'ﬁ', 'Å', 'й', '한', 'हि', '😀', '\ud800', '\u0000', '%', '_'),
)
const texts = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''))

test('each Latin letter is folded as a text of it alone, and beside every other', () => {
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code))
  for (const letter of letters)
    for (const other of letters) expect(accentFold(letter + other)).toBe(plainly(letter + other))
})

test('accentFold gives what folding the whole text gives, and what is folded stays', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const folded = accentFold(text)
      expect(folded).toBe(plainly(text))
      expect(accentFold(caseFold(text))).toBe(folded)
      expect(accentFold(folded)).toBe(folded)
    }),
    { numRuns: 3000, seed: 5 },
  )
})

test('ß, the Turkish i and letters with strokes keep what they are without accents', () => {
  expect(['Straße', 'İstanbul', 'ısı', 'ÇAĞRI', 'Łódź', 'Œuvre', 'ŉ', 'ſ'].map(accentFold)).toEqual([
    'strasse',
    'istanbul',
    'isi',
    'cagri',
    'łodz',
    'œuvre',
    'ʼn',
    's',
  ])
})
