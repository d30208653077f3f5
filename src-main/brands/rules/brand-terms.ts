// The words by which a brand is known in a text or a slug.
import { getDomain, getDomainWithoutSuffix } from 'tldts'

export type BrandMark = {
  readonly brandId: string
  readonly name: string
  /** Addresses of its pages, as far as the desk has seen any. */
  readonly pages: readonly string[]
}

/** Shorter names and labels are ordinary words too often. */
const CHARACTERS_MIN = 4

/** Letters and digits of every script, all else as single hyphens, with one at either end. */
export const hyphenated = (text: string): string =>
  `-${text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')}-`

/** The words by which a brand is known, each hyphenated. */
export const termsOf = ({ name, pages }: BrandMark): Set<string> => {
  const domains = pages.flatMap((page) => {
    const domain = getDomain(page)
    const label = getDomainWithoutSuffix(page)
    return [...(domain === null ? [] : [domain]), ...(label === null ? [] : [label])]
  })
  const signs = [name, name.replace(/\s+/g, ''), ...domains].map(hyphenated)
  return new Set(signs.filter((sign) => sign.length >= CHARACTERS_MIN + 2))
}
