// The position that a keyword may reach: one that a quarter of the brand's similar keywords have, but no further up than keywords
// of this brand climbed from such positions. One that is lost needs a new page, which may do as half of them do. Similar are those with a word of the keyword, the rarest that enough of them have;
// else those that are searched for about as often.
import type { OpportunityBasis } from '../../../src-shared/desk/opportunities.ts'
import { topicWords } from '../../rankings/public.ts'

export type Placed = {
  readonly text: string
  readonly isBranded: boolean
  readonly impressions: number
  /** Null: not ranking. */
  readonly position: number | null
  /** In the 28 days before; null: not ranking, or not known. */
  readonly before: number | null
}

export type Reachable = {
  readonly position: number
  readonly basis: OpportunityBasis
  /** The word that the similar keywords have; null: they are searched for about as often, or are near in position. */
  readonly word: string | null
  /** How many keywords were compared. */
  readonly similar: number
}

/** Fewer are no example. */
const SIMILAR_MIN = 8
const REACHED = 0.25
const REACHED_NEW = 0.5
/** Less is no climb. */
const CLIMB_MIN = 1
/** What one in ten did is what work on a page may do; the best of them all is luck. */
const CLIMBED = 0.1
const NEAR_MAX = 40
/** Logarithms: from half the position to twice. */
const NEAR = Math.log(2)
/** Positions that differ by less are one. */
const STEP = 0.02

const reachedBy = (share: number, sorted: readonly number[]): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.POSITIVE_INFINITY

/** Powers of four of impressions. */
const demandOf = ({ impressions }: Placed): number => Math.floor(Math.log(Math.max(1, impressions)) / Math.log(4))

const groupKeys = (placed: Placed): { readonly words: readonly string[]; readonly demand: string } => {
  const kind = placed.isBranded ? 'branded' : 'plain'
  return { words: topicWords(placed.text).map((word) => `${kind} word ${word}`), demand: `${kind} ${demandOf(placed)}` }
}

const wordOf = (key: string): string => key.slice(key.lastIndexOf(' ') + 1)

type Group = { readonly key: string; readonly count: number; readonly position: number; readonly ofNew: number }
/** From about a position: how far one in ten of so many keywords climbed, as a share of their position. */
type Climb = { readonly share: number; readonly count: number }
type Move = { readonly from: number; readonly share: number }

/** By where they began. */
const movesOf = (keywords: readonly Placed[]): Move[] =>
  keywords
    .flatMap(({ position, before }) =>
      before === null ? [] : { from: Math.log(before), share: (position ?? Number.POSITIVE_INFINITY) / before },
    )
    .sort((one, other) => one.from - other.from)

/** The nearest on both sides. */
const nearOf = (moves: readonly Move[], place: number): readonly Move[] => {
  const farOf = (at: number): number => Math.abs((moves[at]?.from ?? Number.POSITIVE_INFINITY) - place)
  let from = moves.findIndex((move) => move.from >= place)
  if (from === -1) from = moves.length
  let until = from
  while (until - from < NEAR_MAX && Math.min(farOf(from - 1), farOf(until)) <= NEAR) {
    if (farOf(from - 1) < farOf(until)) from -= 1
    else until += 1
  }
  return moves.slice(from, until)
}

/** Null: too few keywords of the brand were there to be an example. */
const climbFrom = (moves: readonly Move[], place: number): Climb | null => {
  const shares = nearOf(moves, place)
    .map(({ share }) => share)
    .sort((one, other) => one - other)
  if (shares.length < SIMILAR_MIN) return null
  return { share: shares[Math.ceil(CLIMBED * shares.length) - 1] ?? 1, count: shares.length }
}

const climbs = (keywords: readonly Placed[]) => {
  const moves = movesOf(keywords)
  const known = new Map<number, Climb | null>()
  return (position: number): Climb | null => {
    const step = Math.round(Math.log(position) / STEP)
    const kept = known.get(step)
    if (kept !== undefined) return kept
    const found = climbFrom(moves, step * STEP)
    known.set(step, found)
    return found
  }
}

const groupsOf = (keywords: readonly Placed[], keys: readonly ReturnType<typeof groupKeys>[]): Map<string, Group> => {
  const positions = new Map<string, number[]>()
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
  for (const [key, list] of positions) {
    if (list.length < SIMILAR_MIN) continue
    const sorted = list.toSorted((one, other) => one - other)
    const [position, ofNew] = [reachedBy(REACHED, sorted), reachedBy(REACHED_NEW, sorted)]
    groups.set(key, { key, count: list.length, position, ofNew })
  }
  return groups
}

/** By the keyword's place in the list; null: nothing shows that it may come a place further up. */
export const reachableOf = (keywords: readonly Placed[]): (Reachable | null)[] => {
  const keys = keywords.map(groupKeys)
  const groups = groupsOf(keywords, keys)
  const [plain, branded] = [false, true].map((kind) => climbs(keywords.filter((one) => one.isBranded === kind)))
  return keywords.map((keyword, at) => {
    const { words = [], demand = '' } = keys[at] ?? {}
    const byWord = words
      .flatMap((key) => groups.get(key) ?? [])
      .reduce<Group | undefined>((rare, one) => (rare === undefined || one.count < rare.count ? one : rare), undefined)
    const group = byWord ?? groups.get(demand)
    if (group === undefined) return null
    const word = byWord === undefined ? null : wordOf(byWord.key)
    const similar = { basis: 'similar', word, similar: group.count } as const
    const { position } = keyword
    if (position === null) return { ...similar, position: Math.max(1, group.ofNew) }
    const climb = (keyword.isBranded ? branded : plain)?.(position) ?? null
    if (climb === null) return null
    const limit = Math.round(100 * position * climb.share) / 100
    if (position - Math.max(limit, group.position) < CLIMB_MIN) return null
    return group.position >= limit
      ? { ...similar, position: Math.max(1, group.position) }
      : { basis: 'climbs', word: null, similar: climb.count, position: Math.max(1, limit) }
  })
}
