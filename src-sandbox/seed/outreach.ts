import type { Prospect } from '../../src-shared/service/outreach.ts'
import { type SeededBrand, slugOf } from './brands.ts'
import { instantOfDay } from './days.ts'
import { hash, list, pick, shuffledIndex, token, unit } from './hash.ts'
import { NAME_WORDS } from './industries.ts'

const PROSPECTS_MIN = 36
const PROSPECTS_SPREAD = 30
const FIRST_FOUND_DAY = 20_400

const SITE_WORDS = ['Journal', 'Weekly', 'Review', 'Digest', 'Insider', 'Guide', 'Blog', 'Daily', 'Collective'] as const
const OPPORTUNITIES = ['listicle', 'guest post', 'unlinked mention', 'broken link', 'resource page'] as const
const TITLES: Readonly<Record<(typeof OPPORTUNITIES)[number], readonly [string, ...string[]]>> = {
  listicle: ['The 12 best places for #', 'Top picks: # this year', 'Our readers’ favourites for #'],
  'guest post': ['Write for us about #', 'Contributor guidelines: #'],
  'unlinked mention': ['What we learned about #', 'A beginner’s look at #'],
  'broken link': ['Everything you need to know about #', '# explained'],
  'resource page': ['Useful links: #', 'Resources on #'],
}
/** Whether a site was contacted follows from the pitches to its people (`state/outreach-statuses.ts`). */
const STATUSES = list(`
  new, new, new, people_found, people_found, people_found, people_found, people_found, linked, dismissed
`)
/** Sites that take no pitch; their people are not searched. */
export const UNPITCHED: ReadonlySet<string> = new Set(['self-serve', 'creator platform'])
const UNPITCHED_SHARE = 0.15
/** Of the other sites: their people were searched, and none were found. */
const BARREN_SHARE = 0.12

/** `count` sites, or as many as this brand has by its seed. */
export const seedProspects = (brand: SeededBrand, count = defaultCount(brand)): Prospect[] =>
  Array.from({ length: count }, (_, index) => seedProspect(brand, index))

const defaultCount = (brand: SeededBrand): number => PROSPECTS_MIN + (hash(brand.seed, 101) % PROSPECTS_SPREAD)

/** Site number `index` of a brand; it does not depend on how many there are. */
export const seedProspect = (brand: SeededBrand, index: number): Prospect => {
  const seed = hash(brand.seed, index, 0x9705)
  const domain = domainOf(brand, index, seed)
  const offer = pick(brand.industry.offers, hash(seed, 2))
  const kind = pick(OPPORTUNITIES, hash(seed, 3))
  const title = pick(TITLES[kind], hash(seed, 4)).replace('#', offer)
  const status = pick(STATUSES, hash(seed, 5))
  const isUnpitched = status === 'new' && unit(seed, 8) < UNPITCHED_SHARE
  const isBarren = status === 'new' && !isUnpitched && unit(seed, 10) < BARREN_SHARE
  return {
    id: `prospect_${token(16, seed).toLowerCase()}`,
    status: isBarren ? 'no_people_found' : status,
    domain,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    url: `https://${domain}/${slugOf(title)}`,
    opportunity: isUnpitched ? pick(['self-serve', 'creator platform'], hash(seed, 9)) : kind,
    domainAuthority: 12 + (hash(seed, 6) % 80),
    foundAt: instantOfDay(FIRST_FOUND_DAY + (hash(seed, 7) % 120), 8),
  }
}

/** Once the words are used up, they come again with a number, so that no two sites of a brand share a domain. */
const domainOf = (brand: SeededBrand, index: number, seed: number): string => {
  const size = NAME_WORDS.length * SITE_WORDS.length
  const place = shuffledIndex(index % size, size, hash(brand.seed, 102))
  const site = `${NAME_WORDS[place % NAME_WORDS.length]} ${SITE_WORDS[Math.floor(place / NAME_WORDS.length)]}`
  const round = Math.floor(index / size)
  const name = `${slugOf(site).replace(/-/g, '')}${round === 0 ? '' : round + 1}`
  return `${name}${pick(['.com', '.com', '.org', '.net'], hash(seed, 1))}`
}

export const seedMailboxes = (brand: SeededBrand) =>
  ['hello', 'outreach', 'press'].slice(0, 1 + (hash(brand.seed, 111) % 3)).map((name, index) => ({
    id: `mailbox_${token(12, hash(brand.seed, 112, index)).toLowerCase()}`,
    email: `${name}@${brand.domain}`,
    dailyLimit: pick([30, 40, 50], hash(brand.seed, 113, index)),
  }))

/** Values of the three brand-level statuses: idle, done, or `running` for a few. */
export const seedBrandStatuses = (brandSeed: number) => {
  const word = (salt: number) => pick(['idle', 'completed', 'completed', 'completed', 'running'], hash(brandSeed, salt))
  return { discoveryStatus: word(121), mentionCheckStatus: word(122), relationshipSweepStatus: word(123) }
}
