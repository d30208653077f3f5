// Another brand's name or domain in a slug: most likely the article belongs to that brand.
import { type BrandMark, hyphenated, termsOf } from '../../brands/rules/brand-terms.ts'

export type WrongBrandShield = (brandId: string, slug: string) => { readonly name: string } | null

/** The other brand that a slug names; null if none, or if it names its own brand as well. */
export const createWrongBrandShield = (brands: readonly BrandMark[]): WrongBrandShield => {
  const known = brands.map((brand) => ({ ...brand, signs: [...termsOf(brand)] }))
  return (brandId, slug) => {
    const text = hyphenated(slug)
    const own = known.find((brand) => brand.brandId === brandId)?.signs.filter((sign) => text.includes(sign)) ?? []
    // A name that is part of the own brand's name does not count.
    const isMeant = (sign: string) => text.includes(sign) && !own.some((mine) => mine.includes(sign))
    return known.find((brand) => brand.brandId !== brandId && brand.signs.some(isMeant)) ?? null
  }
}
