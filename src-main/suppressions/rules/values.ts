// Normal form of addresses and domains: lower case, internationalised names in ASCII, domains reduced to the registrable
// part. Hosting suffixes (github.io) count as suffixes: their users are independent.
import { getDomain } from 'tldts'
import { hostOf, registrableDomain } from '../../base/registrable-domain.ts'

export type SuppressionValue = { readonly kind: 'address' | 'domain'; readonly value: string }

const ADDRESS_CHARACTERS_MAX = 320
const LOCAL_PART = /^[^\s@<>(),;:"\\[\]]+$/

/** An e-mail address in normal form, and its registrable domain; null: not an address. */
export const parseAddress = (text: string): { readonly address: string; readonly domain: string } | null => {
  const trimmed = text.trim().toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  if (at < 1 || trimmed.length > ADDRESS_CHARACTERS_MAX || !LOCAL_PART.test(local)) return null
  const host = hostOf(trimmed.slice(at + 1))
  const domain = host === null || host.includes('/') ? null : getDomain(host, { allowPrivateDomains: true })
  return domain === null ? null : { address: `${local}@${host}`, domain }
}

/** The values that suppress a contact if they are on the list, in order of priority. `domain` is that of their site. */
export const suppressingValues = ({
  email,
  domain,
}: {
  readonly email: string | null
  readonly domain: string | null
}): string[] => {
  const parsed = email === null ? null : parseAddress(email)
  const site = domain === null ? null : registrableDomain(domain)
  return [parsed?.address, parsed?.domain, site].filter((value) => value != null)
}

/** An entry as a person wrote it, in normal form; null: neither. `@acme.com` is a domain. */
export const toSuppressionValue = (text: string): SuppressionValue | null => {
  const bare = text.trim().replace(/^mailto:/i, '')
  if (bare.lastIndexOf('@') > 0 && !bare.includes('/')) {
    const parsed = parseAddress(bare)
    return parsed === null ? null : { kind: 'address', value: parsed.address }
  }
  const domain = registrableDomain(bare.replace(/^@/, ''))
  return domain === null ? null : { kind: 'domain', value: domain }
}
