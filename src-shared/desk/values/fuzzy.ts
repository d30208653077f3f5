// Finds what someone meant by a few letters: "acm" and "ac co" both find "Acme Coffee", and "co ac" does, too.
import UFuzzy from '@leeoniya/ufuzzy'

/** Words of a query are tried in any order up to this many. */
const REORDERED_WORDS = 4

const fuzzy = new UFuzzy({
  // Names of brands are in any script.
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: null,
  interBound: '[^\\p{L}\\d]',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  // The letters of a word may be those that several words begin with.
  intraChars: '.',
  intraIns: Number.POSITIVE_INFINITY,
  // Equals keep their order.
  compare: () => 0,
})

/** The items that match every word of the query, best first; all of them for an empty query. */
export const fuzzyFilter = <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Item[] => {
  const wanted = query.trim()
  if (wanted === '') return [...items]
  const texts = items.map(textOf)
  const [found, info, order] = fuzzy.search(texts, wanted, REORDERED_WORDS)
  const best = order === null ? (found ?? []) : order.map((at) => info.idx[at] ?? -1)
  // A query of signs only (`&`, `#1`) has no words to search by.
  const indices = best.length > 0 ? best : texts.flatMap((text, at) => (includes(text, wanted) ? [at] : []))
  return indices.flatMap((at) => items[at] ?? [])
}

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())
