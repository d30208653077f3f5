// The wrong-brand shield: another brand's name or domain inside a slug is most likely an article of that brand.
import { type BrandMark, hyphenated, signsOf } from '../../brands/rules/brand-signs.ts'

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
