// How well a text answers a query: its words begin with the typed ones; else they hold them; else its letters are spread
// over the text (format/fuzzy.ts).
import { fuzzyFilter } from '../format/fuzzy.ts'

const NOT_WORDS = /[^\p{L}\p{N}]+/u
/** Shorter parts are in almost every text. */
const PART_MIN = 3

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(NOT_WORDS)
    .filter((word) => word !== '')

/** Whether each of these begins a word of the text. */
export const beginsWords = (parts: readonly string[], text: string): boolean => {
  const words = wordsOf(text)
  return parts.every((part) => words.some((word) => word.startsWith(part)))
}

const holdsParts = (parts: readonly string[], text: string): boolean =>
  parts.every((part) => part.length >= PART_MIN && folded(text).includes(part))

type Match = <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string) => readonly Item[]

const byParts =
  (fits: (parts: readonly string[], text: string) => boolean): Match =>
  (query, items, textOf) => {
    const parts = wordsOf(query)
    return parts.length === 0 ? [] : items.filter((item) => fits(parts, textOf(item)))
  }

/** From the closest on; each keeps the order of the items, but the last. */
export const MATCHES: readonly Match[] = [byParts(beginsWords), byParts(holdsParts), fuzzyFilter]
