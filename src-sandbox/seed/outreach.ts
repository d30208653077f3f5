import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import { type SeededBrand, slugOf } from './brands.ts'
import { instantOfDay } from './days.ts'
import { hash, pick, shuffledIndex, token, unit } from './hash.ts'
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
const STATUSES = [
  'new',
  'new',
  'new',
  'people_found',
  'people_found',
  'contacted',
  'contacted',
  'replied',
  'linked',
  'dismissed',
] as const
const WITH_PEOPLE: ReadonlySet<string> = new Set(['people_found', 'contacted', 'replied', 'linked'])

export const seedProspects = (brand: SeededBrand): Prospect[] =>
  Array.from({ length: PROSPECTS_MIN + (hash(brand.seed, 101) % PROSPECTS_SPREAD) }, (_, index) =>
    seedProspect(brand, index),
  )

const seedProspect = (brand: SeededBrand, index: number): Prospect => {
  const seed = hash(brand.seed, index, 0x9705)
  const size = NAME_WORDS.length * SITE_WORDS.length
  const place = shuffledIndex(index % size, size, hash(brand.seed, 102))
  const site = `${NAME_WORDS[place % NAME_WORDS.length]} ${SITE_WORDS[Math.floor(place / NAME_WORDS.length)]}`
  const domain = `${slugOf(site).replace(/-/g, '')}${pick(['.com', '.com', '.org', '.net'], hash(seed, 1))}`
  const offer = pick(brand.industry.offers, hash(seed, 2))
  const opportunity = pick(OPPORTUNITIES, hash(seed, 3))
  const title = pick(TITLES[opportunity], hash(seed, 4)).replace('#', offer)
  return {
    id: `prospect_${token(16, seed).toLowerCase()}`,
    status: pick(STATUSES, hash(seed, 5)),
    domain,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    url: `https://${domain}/${slugOf(title)}`,
    opportunity,
    domainAuthority: 12 + (hash(seed, 6) % 80),
    foundAt: instantOfDay(FIRST_FOUND_DAY + (hash(seed, 7) % 120), 8),
  }
}

const GIVEN_NAMES = [
  'Ana',
  'Ben',
  'Chloe',
  'Dev',
  'Elena',
  'Femi',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kiran',
  'Lena',
  'Mateo',
  'Nora',
  'Omar',
  'Priya',
  'Quinn',
  'Rosa',
  'Sam',
  'Tara',
  'Yuki',
  'Zoë',
] as const
const FAMILY_NAMES = [
  'Adeyemi',
  'Baker',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Gupta',
  'Hughes',
  'Ito',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'O’Brien',
  'Petrov',
  'Reyes',
  'Silva',
  'Tan',
  'Walsh',
] as const
export const DEFAULT_ROLES = [
  'Editor',
  'Managing Editor',
  'SEO Manager',
  'Marketing Manager',
  'Owner',
  'Founder',
] as const
export const SUGGESTED_ROLES = [
  ...DEFAULT_ROLES,
  'Editor in Chief',
  'Content Manager',
  'Head of Content',
  'Content Strategist',
  'Head of Marketing',
  'Partnerships Manager',
  'Public Relations Manager',
  'Staff Writer',
  'Publisher',
  'Webmaster',
] as const

/** People at the sites where people were searched: one to three each. */
export const seedContacts = (prospects: readonly Prospect[], brandSeed: number): Contact[] =>
  prospects
    .filter(({ status }) => WITH_PEOPLE.has(status))
    .flatMap((prospect, index) => {
      const seed = hash(brandSeed, index, 0xc047)
      return Array.from({ length: 1 + (seed % 3) }, (_, person) => seedContact(prospect, hash(seed, person)))
    })

/** Some addresses are not bought yet: then `email` is null. */
const seedContact = ({ id: prospectId, domain }: Prospect, seed: number): Contact => {
  const given = pick(GIVEN_NAMES, hash(seed, 1))
  const family = pick(FAMILY_NAMES, hash(seed, 2))
  const mailName = `${given}.${family}`
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z.]/g, '')
  return {
    id: `contact_${token(16, seed).toLowerCase()}`,
    prospectId,
    name: `${given} ${family}`,
    role: pick(SUGGESTED_ROLES, hash(seed, 3)),
    email: unit(seed, 4) < 0.85 ? `${mailName}@${domain}` : null,
  }
}

export const seedMailboxes = (brand: SeededBrand) =>
  ['hello', 'outreach', 'press'].slice(0, 1 + (hash(brand.seed, 111) % 3)).map((name, index) => ({
    id: `mailbox_${token(12, hash(brand.seed, 112, index)).toLowerCase()}`,
    email: `${name}@${brand.domain}`,
    dailyLimit: pick([30, 40, 50], hash(brand.seed, 113, index)),
  }))

/** What the three brand-level fields say: rest, done, or `running` for a few. */
export const seedBrandStatuses = (brandSeed: number) => {
  const word = (salt: number) => pick(['idle', 'completed', 'completed', 'completed', 'running'], hash(brandSeed, salt))
  return { discoveryStatus: word(121), mentionCheckStatus: word(122), relationshipSweepStatus: word(123) }
}
