// What other rooms may use of the prospects' SQL.
export type { ContactAddress, NamedAddress } from './queries/contact-addresses.ts'
export type { KnownContact } from './queries/contacts.ts'
