// Keyword suggestions. Deterministic: the same brand, context and audience give the same list.
import { LIMITS } from '../../src-shared/service/limits.ts'
import { hash, hashText, pick, shuffledIndex } from './hash.ts'
import { INDUSTRIES, type Industry } from './industries.ts'

export type SuggestContext = {
  readonly brandSeed: number
  /** What the brand sells, in its own words. */
  readonly ownTopics: readonly string[]
  /** Keywords that the brand has already; a few of them are suggested again. */
  readonly ownKeywords: readonly string[]
  /** null: what the brand itself sells. */
  readonly source: { readonly kind: 'description' | 'website'; readonly text: string } | null
  readonly audience: readonly string[]
}

const PATTERNS = ['best #', '# near me', '# cost', 'how to choose #', 'affordable #', '# reviews', '# guide'] as const
const AUDIENCE_PATTERNS = ['# for @', 'best # for @', '# ideas for @', 'affordable # for @'] as const
const OWN_SHARE = 3
const TOPIC_WORDS_MAX = 3

const STOP_WORDS = new Set(
  'a about all an and are as at be but by can do for from has have help helps how if in is it its make makes more most not of on or our over sell sells she so that the their them they this to us we what which who will with you your'.split(
    ' ',
  ),
)

/** Phrases of a text without its stop words, in order: "We sell tea and tea pots." gives "tea", "tea pots". */
const topicsOfText = (text: string): string[] => {
  const runs: string[][] = [[]]
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[.,;:!?\n]/gu) ?? []) {
    const isBreak = !/^[\p{L}\p{N}]/u.test(word) || STOP_WORDS.has(word)
    if (isBreak) runs.push([])
    else runs.at(-1)?.push(word)
  }
  const topics = runs.filter((run) => run.length > 0).map((run) => run.slice(0, TOPIC_WORDS_MAX).join(' '))
  return [...new Set(topics)]
}

/** Topics of a site without crawling it: the words of its path, and a line of business chosen by its host. */
const topicsOfSite = (websiteUrl: string): string[] => {
  const { hostname, pathname } = new URL(websiteUrl)
  const bare = hostname.replace(/^www\./, '')
  const industry = pick<Industry>(INDUSTRIES, hashText(bare))
  return [...topicsOfText(decodedOr(pathname).replaceAll(/[-_/]+/g, ' ')), ...industry.offers.slice(0, 6)]
}

const decodedOr = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const topicsOf = ({ source, ownTopics }: SuggestContext): string[] => {
  if (source === null) return [...ownTopics]
  const topics = source.kind === 'website' ? topicsOfSite(source.text) : topicsOfText(source.text)
  return topics.length > 0 ? topics : [...ownTopics]
}

const phrasesOf = (topics: readonly string[], audience: readonly string[], seed: number): string[] => {
  const patterns = audience.length > 0 ? [...AUDIENCE_PATTERNS, ...PATTERNS] : PATTERNS
  return topics.flatMap((topic, at) =>
    patterns.map((_, place) => {
      const pattern = patterns[(place + hash(seed, at)) % patterns.length] ?? '#'
      const segment = audience[(place + at) % Math.max(1, audience.length)] ?? ''
      return pattern.replace('#', topic).replace('@', segment.toLowerCase())
    }),
  )
}

/** At most ten, each once. */
export const seedSuggestions = (context: SuggestContext): string[] => {
  const { brandSeed, ownKeywords, audience, source } = context
  const textOf = (kind: 'description' | 'website') => (source?.kind === kind ? source.text : null)
  const seed = hash(brandSeed, hashText(JSON.stringify([textOf('description'), textOf('website'), audience])))
  const known = source === null ? ownKeywords.slice(0, OWN_SHARE * 4) : []
  const own = Array.from({ length: Math.min(OWN_SHARE, known.length) }, (_, place) => {
    return known[shuffledIndex(place, known.length, seed)] ?? ''
  })
  const phrases = phrasesOf(topicsOf(context), audience, seed)
  const order = phrases.map((_, place) => phrases[shuffledIndex(place, phrases.length, hash(seed, 5))] ?? '')
  return [...new Set([...own, ...order])].filter((keyword) => keyword !== '').slice(0, LIMITS.suggestionsMax)
}
