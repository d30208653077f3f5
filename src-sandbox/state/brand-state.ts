import { seedBrand } from '../seed/brands.ts'
import { type SeededKeyword, seedKeywords } from '../seed/keywords.ts'
import type { SearchConsoleBrand } from '../seed/search-console.ts'
import { ServiceError } from '../service-error.ts'

export const seededBrandState = (worldSeed: number, index: number, keywordCount: number, conflicts = 0) => {
  const seeded = seedBrand(worldSeed, index)
  let keywords: readonly SeededKeyword[] | undefined
  return {
    ...seeded,
    kind: 'seeded' as const,
    /** Made at the first call, then kept: they are the same every day. */
    keywords: () => {
      keywords ??= seedKeywords(seeded, keywordCount, conflicts)
      return keywords
    },
  }
}
export type SeededBrandState = ReturnType<typeof seededBrandState>

/** One brand of the sandbox: made from the seed, or from an export's rows. */
export type BrandState = SeededBrandState | SearchConsoleBrand

/** Throws 404 for a team that is not served. */
export const brandOfTeam = (brands: readonly BrandState[], teamId: string): BrandState => {
  const brand = brands.find((one) => one.teamId === teamId)
  if (brand === undefined) throw new ServiceError(404, 'unknown team')
  return brand
}
