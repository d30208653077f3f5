import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import type { SeededBrand } from './brands.ts'
import { hash, hashText, list, pick, token, unit } from './hash.ts'
import { seedProspect, seedProspects } from './outreach.ts'

const WITH_PEOPLE: ReadonlySet<string> = new Set(['people_found', 'linked'])

const GIVEN_NAMES = list(`
  Ana, Ben, Chloe, Dev, Elena, Femi, Grace, Hugo, Ines, Jonas, Kiran, Lena, Mateo, Nora, Omar, Priya, Quinn,
  Rosa, Sam, Tara, Yuki, Zoë
`)
const FAMILY_NAMES = list(`
  Adeyemi, Baker, Castillo, Dubois, Eriksen, Fischer, Gupta, Hughes, Ito, Jensen, Kowalski, Lindqvist, Moreau,
  Novak, O’Brien, Petrov, Reyes, Silva, Tan, Walsh
`)
export const DEFAULT_ROLES = list('Editor, Managing Editor, SEO Manager, Marketing Manager, Owner, Founder')
export const SUGGESTED_ROLES: readonly [string, ...string[]] = [
  ...DEFAULT_ROLES,
  ...list(`
    Editor in Chief, Content Manager, Head of Content, Content Strategist, Head of Marketing,
    Partnerships Manager, Public Relations Manager, Staff Writer, Publisher, Webmaster
  `),
]

/** People at the sites where people were searched: one to three each. */
const seedContacts = (prospects: readonly Prospect[], brandSeed: number): Contact[] =>
  prospects
    .filter(({ status }) => WITH_PEOPLE.has(status))
    .flatMap((prospect, index) => {
      const seed = hash(brandSeed, index, 0xc047)
      return Array.from({ length: 1 + (seed % 3) }, (_, person) => seedContact(prospect, hash(seed, person)))
    })

/** `email` is null for an address that was not looked up yet. */
const seedContact = (
  { id: prospectId, domain }: Prospect,
  seed: number,
  roles: readonly [string, ...string[]] = SUGGESTED_ROLES,
): Contact => {
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
    role: pick(roles, hash(seed, 3)),
    email: unit(seed, 4) < 0.85 ? `${mailName}@${domain}` : null,
  }
}

/** A first search finds people at most sites, a later one at few. */
const FOUND_SHARE = 0.8
const FOUND_AGAIN_SHARE = 0.35

/**
 * The people that search number `attempt` at a site finds: up to three whose roles contain one of the terms (the default
 * roles without terms), or none.
 */
export const foundPeople = (prospect: Prospect, attempt: number, terms: readonly string[] | undefined): Contact[] => {
  const seed = hash(hashText(prospect.id), attempt, 0xf0d)
  const [first, ...rest] = rolesOf(terms)
  const share = attempt === 0 && !WITH_PEOPLE.has(prospect.status) ? FOUND_SHARE : FOUND_AGAIN_SHARE
  if (first === undefined || unit(seed, 1) >= share) return []
  return Array.from({ length: 1 + (seed % 3) }, (_, person) =>
    seedContact(prospect, hash(seed, person), [first, ...rest]),
  )
}

const rolesOf = (terms: readonly string[] | undefined): readonly string[] => {
  if (terms === undefined) return DEFAULT_ROLES
  const wanted = terms.map((term) => term.toLowerCase())
  return SUGGESTED_ROLES.filter((role) => wanted.some((term) => role.toLowerCase().includes(term)))
}

export type BookSize = {
  /** Sites per brand; absent: by its seed. */
  readonly prospects?: number | undefined
  /** People per brand, with or without an address; enough sites are made for them. Absent: by its sites. */
  readonly contacts?: number | undefined
  /** Brands without a discovery: no sites and no people yet. */
  readonly fresh: boolean
}

/** What a brand has at the start. */
export const seedBook = (brand: SeededBrand, size: BookSize): { prospects: Prospect[]; contacts: Contact[] } => {
  if (size.fresh) return { prospects: [], contacts: [] }
  const prospects = seedProspects(brand, size.prospects)
  let contacts = seedContacts(prospects, brand.seed)
  if (size.contacts === undefined) return { prospects, contacts }
  while (contacts.length < size.contacts) {
    const missing = size.contacts - contacts.length
    for (let made = 0; made < missing; made += 1) prospects.push(seedProspect(brand, prospects.length))
    contacts = seedContacts(prospects, brand.seed)
  }
  return { prospects, contacts: contacts.slice(0, size.contacts) }
}
