import { type SeededBrand, slugOf } from './brands.ts'
import { bell, hash, list, pick, shuffledIndex, unit } from './hash.ts'
import { CITIES } from './industries.ts'

const LN_DEEPEST = Math.log(75)

const PREFIXES = list(', best, affordable, top rated, local, cheap, same day, certified, professional')
const PLACES = ['', 'near me', 'online', ...CITIES] as const
const TAILS = list('cost, prices, reviews, ideas, guide, checklist, for beginners, quote, deals, tips')
const QUESTIONS = ['how much does # cost', 'what is #', 'how to choose #', 'is # worth it', 'when do i need #'] as const
const BRAND_TAILS = ['', 'reviews', 'prices', 'contact', 'opening hours', 'login'] as const

/** All keywords of a brand, by their number. Memory is the caller's: about 1 KB a keyword. */
export const seedKeywords = (brand: SeededBrand, count: number, conflicts = 0): SeededKeyword[] =>
  withConflicts(
    Array.from({ length: count }, (_, index) => seedKeyword(brand, index)),
    conflicts,
  )

/** What does not change about a keyword from day to day; `rankings.ts` turns it and a day into measures. */
const seedKeyword = (brand: SeededBrand, index: number) => {
  const seed = hash(brand.seed, index, 0x5e0)
  const { keyword, offer } = phraseOf(brand, index)
  const isBranded = offer === ''
  const lnUsual = LN_DEEPEST * unit(seed, 1) ** 0.6 + siteWeakness(brand)
  const lnPosition = isBranded ? 0.6 * unit(seed, 1) : Math.min(LN_DEEPEST, Math.max(0, lnUsual))
  return {
    keyword,
    /** The offer it is about; '' for searches of the brand's own name. */
    offer,
    seed,
    isBranded,
    isTracked: isBranded || unit(seed, 2) < 0.4,
    isStarred: unit(seed, 3) < 0.08,
    languageId: 'en',
    /** Natural logarithm of the usual position. */
    lnPosition,
    lnDrift: isBranded ? 0.05 : 0.15 + 0.4 * unit(seed, 4),
    driftDays: 14 + (hash(seed, 5) % 40),
    /** Share of the blocks of days in which it drops out of the results. */
    dropChance: isBranded ? 0 : 0.005 + (0.09 * lnPosition) / LN_DEEPEST,
    dropDays: 5 + (hash(seed, 6) % 19),
    /** Impressions of an ordinary day at position 1. */
    volume: Math.exp(4.3 + 1.9 * bell(seed, 7) + (isBranded ? 1.5 : 0) + siteReach(brand)),
    /** Addresses that rank for it, the usual one first. */
    pages: pagesOf(brand, seed, offer),
  }
}
/** `conflict`: two of its pages compete, day by day or for each day's clicks. */
export type SeededKeyword = ReturnType<typeof seedKeyword> & { readonly conflict?: 'turns' | 'shared' }

/** Addresses that usually rank, the most clicked first; without those for the brand's own name. */
export const usualPages = (keywords: readonly SeededKeyword[]): string[] => {
  const weights = new Map<string, number>()
  for (const { pages, isBranded, volume, lnPosition } of keywords) {
    const [page] = pages
    if (page !== undefined && !isBranded)
      weights.set(page, (weights.get(page) ?? 0) + volume * Math.exp(-2 * lnPosition))
  }
  return [...weights].sort(([, one], [, other]) => other - one).map(([page]) => page)
}

const CONFLICT_VOLUME_MIN = 30
const LN_CONFLICT_DEEPEST = Math.log(12)

/** The first keywords with two pages that are searched and found often enough for it to matter; every third shares. */
const withConflicts = (keywords: SeededKeyword[], conflicts: number): SeededKeyword[] => {
  let planted = 0
  return keywords.map((keyword) => {
    const { pages, volume, lnPosition, isBranded } = keyword
    const isFit = pages.length > 1 && volume >= CONFLICT_VOLUME_MIN && lnPosition <= LN_CONFLICT_DEEPEST && !isBranded
    if (!isFit || planted >= conflicts) return keyword
    planted += 1
    return { ...keyword, conflict: planted % 3 === 0 ? 'shared' : 'turns' }
  })
}

/** Some sites rank better than others for everything, and some are in larger markets: shifts of logarithms. */
const siteWeakness = (brand: SeededBrand): number => 0.7 * bell(brand.seed, 41)
const siteReach = (brand: SeededBrand): number => bell(brand.seed, 42)

/** Phrases of one brand never repeat: each number is one place in the list of all combinations, shuffled. */
const phraseOf = (brand: SeededBrand, index: number): { keyword: string; offer: string } => {
  const name = brand.name.toLowerCase()
  const branded = BRAND_TAILS[index]
  if (branded !== undefined) return { keyword: `${name} ${branded}`.trim(), offer: '' }
  const { offers } = brand.industry
  const perOffer = PREFIXES.length * PLACES.length + TAILS.length + QUESTIONS.length
  const total = offers.length * perOffer
  const number = index - BRAND_TAILS.length
  const place = shuffledIndex(number % total, total, hash(brand.seed, 31))
  const offer = offers[Math.floor(place / perOffer)] ?? offers[0]
  const round = Math.floor(number / total)
  const keyword = combine(offer, place % perOffer)
  return { keyword: round === 0 ? keyword : `${keyword} ${round + 1}`, offer }
}

const combine = (offer: string, variant: number): string => {
  const tail = TAILS[variant]
  if (tail !== undefined) return `${offer} ${tail}`
  const question = QUESTIONS[variant - TAILS.length]
  if (question !== undefined) return question.replace('#', offer)
  const rest = variant - TAILS.length - QUESTIONS.length
  const prefix = PREFIXES[rest % PREFIXES.length]
  const place = PLACES[Math.floor(rest / PREFIXES.length)]
  return `${prefix} ${offer} ${place}`.trim()
}

const PAGE_COUNTS = [1, 1, 1, 1, 1, 1, 2, 2, 3, 4] as const

const pagesOf = (brand: SeededBrand, seed: number, offer: string): string[] => {
  const root = `https://www.${brand.domain}`
  const slug = slugOf(offer)
  const pages =
    offer === ''
      ? [`${root}/`, `${root}/about`, `${root}/contact`, `${root}/reviews`]
      : [`${root}/${slug}`, `${root}/blog/${slug}-guide`, `${root}/blog/how-to-choose-${slug}`, `${root}/faq/${slug}`]
  return pages.slice(0, pick(PAGE_COUNTS, hash(seed, 8)))
}
