import type { ContactRow } from '../../../src-shared/desk/prospects.ts'

export type SuppressAs = 'address' | 'domain'
type Contact = Pick<ContactRow, 'email' | 'domain'>

const addressOf = ({ email }: Contact): string => email?.trim().toLowerCase() ?? ''
/** The host of the address; without an address the site where the person was found. */
const domainOf = (contact: Contact): string => {
  const address = addressOf(contact)
  return address.includes('@')
    ? address.slice(address.lastIndexOf('@') + 1)
    : (contact.domain?.trim().toLowerCase() ?? '')
}

/** The addresses or domains of these people, each once. */
export const valuesOf = (rows: readonly Contact[], as: SuppressAs): string[] =>
  [...new Set(rows.map(as === 'address' ? addressOf : domainOf))].filter((value) => value !== '')
