// The keywords of a page, or of the whole brand, as if they were one: for what is said of them together.
import type { DaySpan } from '../../rankings/public.ts'
import { type BrandSums, leadingPage, rowSum } from '../rules/brand-sums.ts'

export const allRows = ({ size }: BrandSums): number[] => Array.from({ length: size }, (_, row) => row)

export const rowsOfPage = (brand: BrandSums, page: number, days: DaySpan): number[] =>
  allRows(brand).filter((row) => page !== 0 && leadingPage(brand, row, days) === page)

const sumsOf = (
  { length }: BrandSums,
  { rows, sums, weightOf }: { rows: readonly number[]; sums: Float64Array; weightOf: (row: number) => number },
): Float64Array => {
  const together = new Float64Array(length + 1)
  for (const row of rows) {
    const weight = weightOf(row)
    if (weight === 0) continue
    for (let at = 0; at <= length; at += 1)
      together[at] = (together[at] ?? 0) + weight * (sums[row * (length + 1) + at] ?? 0)
  }
  return together
}

/**
 * Its row 0 has the clicks of all of them, and their impressions, each weighed by the usual CTR of its keyword, as the rules
 * do: fewer searches for a keyword that nobody clicks cost nothing.
 */
export const asOne = (brand: BrandSums, rows: readonly number[], usual: DaySpan): BrandSums => {
  const ctrOf = (row: number): number => {
    const impressions = rowSum(brand.impressions, brand, row, usual)
    return impressions === 0 ? 0 : rowSum(brand.clicks, brand, row, usual) / impressions
  }
  return {
    ...brand,
    clicks: sumsOf(brand, { rows, sums: brand.clicks, weightOf: () => 1 }),
    impressions: sumsOf(brand, { rows, sums: brand.impressions, weightOf: ctrOf }),
  }
}
