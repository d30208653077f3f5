/** Words that services use for the same thing, by hand from APIs of this kind. */
const SYNONYMS = [
  ['id', 'key', 'slug', 'uuid', 'identifier'],
  ['name', 'title', 'label'],
  ['description', 'summary', 'help', 'text'],
  ['status', 'state', 'phase'],
  ['email', 'mail', 'address'],
  ['domain', 'site', 'host', 'hostname', 'website'],
  ['url', 'link', 'href', 'uri'],
  ['role', 'position', 'job'],
  ['group', 'type', 'kind', 'category'],
  ['effective', 'current', 'actual', 'value'],
  ['active', 'enabled', 'on'],
  ['count', 'total', 'number'],
  ['items', 'data', 'results', 'rows', 'list', 'entries'],
  ['cursor', 'token', 'page'],
] as const

const singular = (word: string): string => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)
const meaningOf = new Map(SYNONYMS.flatMap(([first, ...others]) => others.map((word) => [singular(word), first])))

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map(singular)

const pairsOf = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, n) => text.slice(n, n + 2))

/** Share of letter pairs that both texts have, 0 to 1 (Dice's coefficient). */
const sharedPairs = (a: string, b: string): number => {
  const left = pairsOf(a)
  const right = pairsOf(b)
  const shared = left.filter((pair) => {
    const index = right.indexOf(pair)
    if (index >= 0) right.splice(index, 1)
    return index >= 0
  })
  const total = pairsOf(a).length + pairsOf(b).length
  return total === 0 ? 0 : (2 * shared.length) / total
}

const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  inner.length > 0 && inner.every((word) => outer.includes(word))

/** From here on two names may mean the same. */
export const SIMILAR = 0.6

/** How alike two field names or dotted paths are: 1 for the same words, 0 for nothing in common. */
export const nameSimilarity = (ours: string, theirs: string): number => {
  const [a, b] = [wordsOf(ours), wordsOf(theirs)]
  if (a.length === 0 || b.length === 0) return 0
  if (a.join('') === b.join('')) return 1
  if (isWithin(a, b) || isWithin(b, a)) return 0.9
  const meanings = (words: readonly string[]) => words.map((word) => meaningOf.get(word) ?? word)
  if (isWithin(meanings(a), meanings(b)) || isWithin(meanings(b), meanings(a))) return 0.8
  return 0.75 * sharedPairs(a.join(''), b.join(''))
}
