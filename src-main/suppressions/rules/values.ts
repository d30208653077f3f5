// An address or a domain as it is compared: lower case, international names in their ASCII form, domains cut down to
// what can be registered. Hosting suffixes (github.io) count as suffixes: their users are not one another.
import { getDomain } from 'tldts'
import { hostOf, registrableDomain } from '../../base/registrable-domain.ts'

export type SuppressionValue = { readonly kind: 'address' | 'domain'; readonly value: string }

const ADDRESS_CHARACTERS_MAX = 320
const LOCAL_PART = /^[^\s@<>(),;:"\\[\]]+$/

/** An e-mail address as it is compared, and its registrable domain; null where the text is none. */
export const parseAddress = (text: string): { readonly address: string; readonly domain: string } | null => {
  const trimmed = text.trim().toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  if (at < 1 || trimmed.length > ADDRESS_CHARACTERS_MAX || !LOCAL_PART.test(local)) return null
  const host = hostOf(trimmed.slice(at + 1))
  const domain = host === null || host.includes('/') ? null : getDomain(host, { allowPrivateDomains: true })
  return domain === null ? null : { address: `${local}@${host}`, domain }
}

/** What can be on the list and keep a contact out; the first found counts. `domain` is of the site they were found at. */
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

/** What a person wrote down as an entry of the list; null where it is neither. `@acme.com` is a domain. */
export const toSuppressionValue = (text: string): SuppressionValue | null => {
  const bare = text.trim().replace(/^mailto:/i, '')
  if (bare.lastIndexOf('@') > 0 && !bare.includes('/')) {
    const parsed = parseAddress(bare)
    return parsed === null ? null : { kind: 'address', value: parsed.address }
  }
  const domain = registrableDomain(bare.replace(/^@/, ''))
  return domain === null ? null : { kind: 'domain', value: domain }
}
