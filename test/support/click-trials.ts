// The expected clicks of keywords that rose, against what came.
import { type Agency, agencyOf, type BrandSums } from '../../src-main/opportunities/rules/agency-clicks.ts'
import { bandOf, bandScores, driftOf, scoresOf } from '../../src-main/opportunities/rules/band.ts'
import type { ClickRow, Measured } from '../../src-main/opportunities/rules/click-row.ts'
import { sumsOf } from '../../src-main/opportunities/rules/click-sums.ts'
import { clickModel, expectedAt } from '../../src-main/opportunities/rules/expected-clicks.ts'
import { pastErrors } from '../../src-main/opportunities/rules/past-errors.ts'
import { rateAt } from '../../src-main/opportunities/rules/rates.ts'
import { visibilityWeight } from '../../src-main/rankings/rules/visibility.ts'

export type TriedRow = ClickRow & { readonly next: Measured; readonly hasRisen: boolean }
export type TriedBrand = { readonly kind: string; readonly rows: readonly TriedRow[] }
export type Trial = {
  readonly kind: string
  readonly actual: number
  readonly expected: number
  readonly low: number
  readonly high: number
  /** By one curve for all brands: of all keywords of the agency, and the one that visibility is weighed with. */
  readonly fixed: number
  readonly published: number
}

/** The share of clicks that the first position has in visibility's curve. */
const PUBLISHED_FIRST = 0.284
const IMPRESSIONS_MIN = 20

const learned = (brands: readonly TriedBrand[]): { agency: Agency; known: BrandSums[] } => {
  const first = brands.map(({ rows }): BrandSums => ({ sums: sumsOf(rows), errors: null }))
  const agency = agencyOf(first)
  const known = first.map(({ sums }, at) => ({ sums, errors: pastErrors(brands[at]?.rows ?? [], sums, agency) }))
  return { agency: agencyOf(known), known }
}

/** One curve for all brands and keywords: clicks of all by impressions of all, by position. */
const fixedCurve = (brands: readonly TriedBrand[]) => {
  const all = brands.flatMap(({ rows }) => rows.map((row) => ({ ...row, isBranded: false })))
  const { plain } = agencyOf([{ sums: sumsOf(all), errors: null }])
  return (position: number) => rateAt(plain.places, plain.rates, position) ?? 0
}

export const tryBrands = (brands: readonly TriedBrand[]): Trial[] => {
  const { agency, known } = learned(brands)
  const fixed = fixedCurve(brands)
  return brands.flatMap(({ kind, rows }, at) => {
    const own = known[at]
    if (own?.errors == null) return []
    const { sums, errors } = own
    const model = clickModel(
      { period: sums.now, seen: sums.seen, agency },
      { drift: driftOf(errors.drift, agency.drift), shift: agency.shift },
    )
    const scores = bandScores(scoresOf(errors, agency.drift), agency.scores)
    return rows.flatMap(({ isBranded, now, next, hasRisen }) => {
      if (!hasRisen || next.position === null || now.impressions < IMPRESSIONS_MIN) return []
      const expected = expectedAt(model, { isBranded, measured: now, target: next.position })
      if (expected === null) return []
      return {
        ...bandOf(expected, scores),
        kind,
        actual: next.clicks,
        expected: expected.clicks,
        fixed: now.impressions * fixed(next.position),
        published: now.impressions * PUBLISHED_FIRST * visibilityWeight(next.position),
      }
    })
  })
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const summaryOf = (trials: readonly Trial[]) => {
  const errorOf = (field: 'expected' | 'fixed' | 'published') =>
    median(trials.map((trial) => Math.abs(trial[field] - trial.actual) / Math.max(1, trial.actual)))
  const inside = trials.filter(({ low, high, actual }) => actual >= low && actual <= high).length
  return {
    trials: trials.length,
    expected: errorOf('expected'),
    fixed: errorOf('fixed'),
    published: errorOf('published'),
    below: trials.filter(({ low, actual }) => actual < low).length / trials.length,
    inside: inside / trials.length,
  }
}
