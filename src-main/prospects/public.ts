// What other rooms may use of the prospects' SQL.

import { readOf } from '../store/ask.ts'
import { countsByBrand } from '../store/cache-brands.ts'

export type { ContactAddress, NamedAddress } from './queries/contact-addresses.ts'
export type { KnownContact } from './queries/contacts.ts'
export { prospectFacts } from './queries/prospect-facts.ts'
export {
  type ContactSigns,
  contactSigns,
  contactsLike,
  joinContact,
  ofContact,
  SAME_ADDRESS,
  SAME_SITE,
} from './queries/same-people.ts'
export { PROSPECT_VIEWS } from './queries/views.ts'

export const readContactAddresses = readOf('contacts.addresses')
export const readContactOwners = readOf('contacts.owners')
export const readContactsByIds = readOf('contacts.byIds')
export const readContactsByEmails = readOf('contacts.byEmails')
export const readContactsOfSameAddress = readOf('contacts.ofSameAddress')

/** SQL of the overview, for a JSON list of brands: the number of prospects and of contacts of each. */
export const PROSPECTS = countsByBrand('prospect')
export const CONTACTS = countsByBrand('contact')
