import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import type { SeededBrand } from './brands.ts'
import { seedProspect, seedProspects } from './outreach.ts'
import { seedContacts } from './people.ts'

export type BookSize = {
  /** Sites per brand; absent: by its seed. */
  readonly prospects?: number
  /** People per brand, with or without an address; enough sites are made for them. Absent: by its sites. */
  readonly contacts?: number
  /** Brands without a discovery: no sites and no people yet. */
  readonly fresh?: boolean
}

export type Book = { readonly prospects: Prospect[]; readonly contacts: Contact[] }

/** What a brand has at the start. */
export const seedBook = (brand: SeededBrand, size: BookSize): Book => {
  if (size.fresh === true) return { prospects: [], contacts: [] }
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
