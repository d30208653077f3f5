// Brands of the sandbox in three periods of 28 days; a keyword rose where its position in the last one is better by a sixth.
import type { Measured } from '../../src-main/opportunities/rules/click-row.ts'
import { seedBrand } from '../../src-sandbox/seed/brands.ts'
import { seedKeywords } from '../../src-sandbox/seed/keywords.ts'
import { brandDay, totalsOver } from '../../src-sandbox/seed/rankings.ts'
import type { TriedBrand, TriedRow } from './click-trials.ts'

const WHOLE = { part: 1, lnShift: 0, salt: 0 }
const PERIOD_DAYS = 28
const ROSE = 1.2

export const sandboxBrand = (seed: number, index: number, keywords: number): TriedBrand => {
  const brand = seedBrand(seed, index)
  const periods = [0, 1, 2].map((period) =>
    Array.from({ length: PERIOD_DAYS }, (_, at) =>
      brandDay(brand.seed, brand.industry, 20_000 + period * PERIOD_DAYS + at),
    ),
  )
  const rows = seedKeywords(brand, keywords, 0).map((keyword, at): TriedRow => {
    const [before, now, next] = periods.map((days): Measured => {
      const { clicks, impressions, weightedPosition } = totalsOver(keyword, days, WHOLE)
      return { clicks, impressions, position: impressions === 0 ? null : weightedPosition / impressions }
    }) as [Measured, Measured, Measured] // of three periods
    const hasRisen = now.position !== null && next.position !== null && now.position / next.position >= ROSE
    return { keyword: at, isBranded: keyword.isBranded, before, now, next, hasRisen }
  })
  return { kind: 'sandbox', rows }
}
