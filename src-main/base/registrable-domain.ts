import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

/** A host name in its ASCII form; null where the text is none. */
export const hostOf = (text: string): string | null => {
  const ascii = domainToASCII(text.trim().toLowerCase().replace(/\.$/, ''))
  return ascii === '' ? null : ascii
}

/** The registrable domain of a host name or of an address of a page; null for none (an IP, a bare suffix, a word). */
export const registrableDomain = (text: string): string | null => {
  const trimmed = text.trim().toLowerCase()
  const isPage = /^[a-z][a-z0-9+.-]*:\/\//.test(trimmed)
  const host = hostOf(isPage && URL.canParse(trimmed) ? new URL(trimmed).hostname : (trimmed.split('/')[0] ?? ''))
  return host === null ? null : getDomain(host, { allowPrivateDomains: true })
}
