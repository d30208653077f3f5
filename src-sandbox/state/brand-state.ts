import { type SeededBrand, seedBrand } from '../seed/brands.ts'
import { type SeededKeyword, seedKeywords } from '../seed/keywords.ts'
import type { SearchConsoleBrand, SearchConsoleRow } from '../seed/search-console.ts'

type Identity = { readonly teamId: string; readonly name: string; readonly key: string; readonly seed: number }

export type SeededBrandState = Identity & {
  readonly kind: 'seeded'
  readonly seeded: SeededBrand
  /** Made at the first call, then kept: they are the same every day. */
  readonly keywords: () => readonly SeededKeyword[]
}

export type SearchConsoleBrandState = Identity & {
  readonly kind: 'search-console'
  readonly rows: readonly SearchConsoleRow[]
}

/** One brand of the sandbox: made from the seed, or from an export's rows. */
export type BrandState = SeededBrandState | SearchConsoleBrandState

export const seededBrandState = (worldSeed: number, index: number, keywordCount: number): SeededBrandState => {
  const seeded = seedBrand(worldSeed, index)
  let keywords: readonly SeededKeyword[] | undefined
  return {
    kind: 'seeded',
    teamId: seeded.teamId,
    name: seeded.name,
    key: seeded.key,
    seed: seeded.seed,
    seeded,
    keywords: () => {
      keywords ??= seedKeywords(seeded, keywordCount)
      return keywords
    },
  }
}

export const searchConsoleBrandState = (brand: SearchConsoleBrand): SearchConsoleBrandState => ({
  kind: 'search-console',
  ...brand,
})
