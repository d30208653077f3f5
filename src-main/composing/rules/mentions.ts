// Finds names of other brands in a pitch: the same signs as for slugs (publishing/rules/wrong-brand.ts), looked up by
// their first word, since a pitch is long and an agency has many brands.
import { type BrandMark, hyphenated, termsOf } from '../../brands/rules/brand-terms.ts'

type Sign = { readonly brandId: string; readonly name: string; readonly words: readonly string[] }

/** The names of other brands in a text for this brand; `about` are names that are allowed in it, e.g. the prospect's. */
export type Mentions = (args: {
  readonly brandId: string
  readonly text: string
  readonly about: readonly string[]
}) => string[]

const wordsOf = (text: string): string[] => hyphenated(text).slice(1, -1).split('-')

/** Words that are capitalised somewhere in the text, in lower case. */
const capitalised = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu), ([word]) => hyphenated(word).slice(1, -1)))

/** Other characters take more bytes. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

const patternOf = (sign: string): string => sign.replaceAll('-', '[^a-z0-9]+')

/** Letter by letter, so that a word of a text is compared only with the signs that begin like it. Each sign once. */
const treeOf = (signs: readonly string[]): string =>
  Array.from(
    Map.groupBy(signs, (sign) => sign.slice(0, 1)),
    ([first, group]) =>
      group.length === 1
        ? patternOf(group[0] ?? '')
        : `${patternOf(first)}(?:${treeOf(group.map((sign) => sign.slice(1)))})`,
  ).join('|')

/** Matches an ASCII text if and only if it holds one of the signs. */
const anyOf = (signs: readonly string[]): RegExp =>
  new RegExp(`(?<![a-z0-9])(?:${treeOf([...new Set(signs.map((sign) => sign.slice(1, -1)))])})(?![a-z0-9])`, 'i')

export const createMentions = (brands: readonly BrandMark[]): Mentions => {
  const byFirstWord = new Map<string, Sign[]>()
  const ownSigns = new Map<string, string[]>()
  for (const brand of brands) {
    const signs = [...termsOf(brand)]
    ownSigns.set(brand.brandId, signs)
    for (const sign of signs) {
      const words = sign.slice(1, -1).split('-')
      const [first = ''] = words
      const known = byFirstWord.get(first) ?? []
      byFirstWord.set(first, [...known, { brandId: brand.brandId, name: brand.name, words }])
    }
  }

  const patterns = new Map<string, RegExp>()
  const othersOf = (brandId: string): RegExp => {
    const known = patterns.get(brandId)
    if (known !== undefined) return known
    const pattern = anyOf([...ownSigns].flatMap(([id, signs]) => (id === brandId ? [] : signs)))
    patterns.set(brandId, pattern)
    return pattern
  }

  return ({ brandId, text, about }) => {
    // 10,000 pitches may be checked before any is stored: most are passed over by one search.
    if (isAscii(text) && !othersOf(brandId).test(text)) return []
    const words = wordsOf(text)
    const hits: Sign[] = []
    words.forEach((word, at) => {
      for (const sign of byFirstWord.get(word) ?? [])
        if (sign.brandId !== brandId && sign.words.every((part, offset) => words[at + offset] === part)) hits.push(sign)
    })
    if (hits.length === 0) return []
    const whole = hyphenated(text)
    const capitals = capitalised(text)
    const own = (ownSigns.get(brandId) ?? []).filter((sign) => whole.includes(sign))
    const excused = [...own, ...about.map(hyphenated)]
    const isMeant = ({ words: parts }: Sign): boolean => {
      const sign = `-${parts.join('-')}-`
      // "bloom" is a word, "Bloom" may be a brand; a name of many words or a domain needs no capital.
      const isName = parts.length > 1 || parts.some((part) => capitals.has(part))
      return isName && !excused.some((allowed) => allowed.includes(sign))
    }
    return [...new Set(hits.filter(isMeant).map(({ name }) => name))]
  }
}
