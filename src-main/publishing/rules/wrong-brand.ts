// The wrong-brand shield: another brand's name or domain inside a slug is most likely an article of that brand.
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
export const signsOf = ({ name, pages }: BrandMark): Set<string> => {
  const domains = pages.flatMap((page) => {
    const domain = getDomain(page)
    const label = getDomainWithoutSuffix(page)
    return [...(domain === null ? [] : [domain]), ...(label === null ? [] : [label])]
  })
  const signs = [name, name.replace(/\s+/g, ''), ...domains].map(hyphenated)
  return new Set(signs.filter((sign) => sign.length >= CHARACTERS_MIN + 2))
}

export type WrongBrandShield = (brandId: string, slug: string) => { readonly name: string } | null

/** Finds the other brand that a slug of this brand names; null where it names none, or its own as much. */
export const createWrongBrandShield = (brands: readonly BrandMark[]): WrongBrandShield => {
  const known = brands.map((brand) => ({ ...brand, signs: [...signsOf(brand)] }))
  return (brandId, slug) => {
    const text = hyphenated(slug)
    const own = known.find((brand) => brand.brandId === brandId)?.signs.filter((sign) => text.includes(sign)) ?? []
    // A name that is a part of the brand's own says nothing of the other one.
    const isMeant = (sign: string) => text.includes(sign) && !own.some((mine) => mine.includes(sign))
    return known.find((brand) => brand.brandId !== brandId && brand.signs.some(isMeant)) ?? null
  }
}
