// The position that a keyword may reach: one that a quarter of the brand's similar keywords have. Similar are those with a word
// of the keyword, the rarest that enough of them have; else those that are searched for about as often.
import { topicWords } from '../../rankings/public.ts'

export type Placed = {
  readonly text: string
  readonly isBranded: boolean
  readonly impressions: number
  /** Null: not ranking. */
  readonly position: number | null
}

export type Reachable = {
  readonly position: number
  /** The word that the similar keywords have; null: they are searched for about as often. */
  readonly word: string | null
  /** How many similar keywords rank. */
  readonly similar: number
}

/** Fewer are no example. */
const SIMILAR_MIN = 8
const REACHED = 0.25
/** Less is no climb. */
const CLIMB_MIN = 1

const quartile = (positions: readonly number[]): number => {
  const sorted = positions.toSorted((one, other) => one - other)
  return sorted[Math.floor(REACHED * (sorted.length - 1))] ?? Number.POSITIVE_INFINITY
}

/** Powers of four of impressions. */
const demandOf = ({ impressions }: Placed): number => Math.floor(Math.log(Math.max(1, impressions)) / Math.log(4))

const groupKeys = (placed: Placed): { readonly words: readonly string[]; readonly demand: string } => {
  const kind = placed.isBranded ? 'branded' : 'plain'
  return { words: topicWords(placed.text).map((word) => `${kind} word ${word}`), demand: `${kind} ${demandOf(placed)}` }
}

const wordOf = (key: string): string => key.slice(key.lastIndexOf(' ') + 1)

type Group = { readonly key: string; readonly count: number; readonly position: number }

/** By the keyword's place in the list; null: no similar keyword shows a better position. */
export const reachableOf = (keywords: readonly Placed[]): (Reachable | null)[] => {
  const positions = new Map<string, number[]>()
  const keys = keywords.map(groupKeys)
  for (const [at, { words, demand }] of keys.entries()) {
    const position = keywords[at]?.position ?? null
    if (position === null) continue
    for (const key of [...words, demand]) {
      const known = positions.get(key)
      if (known === undefined) positions.set(key, [position])
      else known.push(position)
    }
  }
  const groups = new Map<string, Group>()
  for (const [key, list] of positions)
    if (list.length >= SIMILAR_MIN) groups.set(key, { key, count: list.length, position: quartile(list) })
  return keywords.map(({ position }, at) => {
    const { words = [], demand = '' } = keys[at] ?? {}
    const byWord = words
      .flatMap((key) => groups.get(key) ?? [])
      .reduce<Group | undefined>((rare, one) => (rare === undefined || one.count < rare.count ? one : rare), undefined)
    const group = byWord ?? groups.get(demand)
    if (group === undefined) return null
    if (position !== null && position - group.position < CLIMB_MIN) return null
    return {
      position: Math.max(1, group.position),
      word: byWord === undefined ? null : wordOf(byWord.key),
      similar: group.count,
    }
  })
}
