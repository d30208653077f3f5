// Finds what someone meant by a few letters: "acm" and "ac co" both find "Acme Coffee".

const isWordStart = (text: string, index: number): boolean => index === 0 || /[\s\-_./&]/.test(text[index - 1] ?? '')

/** Score of one run of letters within a text, both lower case; higher is better, null: no match. */
const scoreTerm = (term: string, text: string): number | null => {
  const at = text.indexOf(term)
  if (at === 0) return 100 - Math.min(20, text.length - term.length)
  if (at > 0) return (isWordStart(text, at) ? 80 : 50) - Math.min(20, at)
  let score = 30
  let from = 0
  for (const letter of term) {
    const found = text.indexOf(letter, from)
    if (found === -1) return null
    score -= isWordStart(text, found) ? 0 : Math.min(6, found - from)
    from = found + 1
  }
  return score > 0 ? score : null
}

/** Every word of the query must be found; null where one is not. An empty query matches with 0. */
export const fuzzyScore = (query: string, text: string): number | null => {
  const lower = text.toLowerCase()
  let total = 0
  for (const term of query.toLowerCase().split(/\s+/)) {
    if (term === '') continue
    const score = scoreTerm(term, lower)
    if (score === null) return null
    total += score
  }
  return total
}

/** The items that match, best first; equals keep their order. */
export const fuzzyFilter = <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Item[] => {
  if (query.trim() === '') return [...items]
  return items
    .map((item, index) => ({ item, index, score: fuzzyScore(query, textOf(item)) }))
    .filter((scored): scored is typeof scored & { score: number } => scored.score !== null)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item)
}
