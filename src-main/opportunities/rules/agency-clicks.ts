// What all brands of the agency together say: a curve that a brand with few keywords is drawn to, and how far brands lie apart,
// which is how strongly it is drawn (empirical Bayes: parameters of the prior by the method of moments, Kleinman 1973, JASA 68).
import { type PastErrors, type Score, scoresOf, thinned } from './band.ts'
import type { BinSums, ClickSums, KindSums, Spread } from './click-sums.ts'
import { falling } from './monotone.ts'
import { BINS } from './position-bins.ts'
import { type AgencyCurve, at, drawn, placeIn, rateAt, ratiosOf, worthOf } from './rates.ts'
import { agencyGrowth, brandGrowth, type Growth } from './seen-growth.ts'

export type Agency = {
  readonly brands: number
  readonly plain: AgencyCurve
  readonly branded: AgencyCurve
  readonly growth: Growth
  /** Variance of the change of all impressions of a brand from one period to the next. */
  readonly shift: number
  readonly drift: Spread
  readonly scores: readonly Score[]
}

/** What is taken to be true before any brand was seen, and for how many brands or keywords it counts. */
const LEVELS = { value: 0.15, count: 3 }
const SHAPES = { value: 0.03, count: 10 }
const KEYWORDS = { value: 0.25, count: 30 }
const SHIFT = { value: 0.01, count: 3 }
const KNOWN = 30
const SCORES_MAX = 500

const added = (spreads: readonly Spread[]): Spread => ({
  sum: spreads.reduce((total, { sum }) => total + sum, 0),
  count: spreads.reduce((total, { count }) => total + count, 0),
})

const totalOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
type Pooled = Pick<AgencyCurve, 'bins' | 'places' | 'rates' | 'doubts'>

/** The doubts are what they say where a weight is one through a variance. */
const pooled = (brands: readonly BinSums[], weightOf: (brand: BinSums, bin: number) => number): Pooled => {
  const points = Array.from({ length: BINS }, (_, bin) => {
    let [weight, rate, place] = [0, 0, 0]
    for (const brand of brands) {
      const own = weightOf(brand, bin)
      weight += own
      rate += (own * at(brand.clicks, bin)) / Math.max(1, at(brand.impressions, bin))
      place += own * placeIn(brand, bin)
    }
    return { bin, weight, rate: rate / Math.max(1e-12, weight), place: place / Math.max(1e-12, weight) }
  }).filter(({ weight }) => weight > 0)
  const rates = falling(
    points.map(({ rate }) => rate),
    points.map(({ weight }) => weight),
  )
  return {
    bins: points.map(({ bin }) => bin),
    places: points.map(({ place }) => place),
    rates,
    doubts: points.map(({ weight }) => 1 / weight),
  }
}

const curveOf = (brands: readonly KindSums[]): AgencyCurve => {
  const bins = brands.map((brand) => brand.bins)
  const keywords = drawn(added(brands.map(({ spread }) => spread)), KEYWORDS)
  const first = pooled(bins, (brand, bin) => at(brand.impressions, bin))
  const levels = { sum: 0, count: 0 }
  const shapes = { sum: 0, count: 0 }
  for (const brand of bins) {
    const ratios = ratiosOf(brand, first, keywords)
    const worth = totalOf(ratios.map((one) => one.worth))
    if (worth < 1) continue
    const level = totalOf(ratios.map((one) => one.ratio * one.worth)) / worth
    const counts = worth / (worth + KNOWN)
    levels.sum += counts * ((level - 1) ** 2 - 1 / worth)
    levels.count += counts
    for (const one of ratios) {
      if (one.worth === 0 || level === 0) continue
      const counted = one.worth / (one.worth + KNOWN)
      shapes.sum += counted * ((one.ratio / level - 1) ** 2 - 1 / one.worth)
      shapes.count += counted
    }
  }
  const [level, shape] = [drawn(levels, LEVELS), drawn(shapes, SHAPES)]
  const weightOf = (brand: BinSums, bin: number): number => {
    const rate = rateAt(first.places, first.rates, Math.exp(placeIn(brand, bin))) ?? 0
    // Of no worth: 1 through infinity, so no weight.
    return 1 / (level + shape + 1 / worthOf(brand, bin, rate, keywords))
  }
  const weighed = pooled(bins, weightOf)
  const curve = weighed.bins.length === 0 ? first : weighed
  return { ...curve, levels: level, shapes: shape, keywords }
}

export type BrandSums = { readonly sums: ClickSums; readonly errors: PastErrors | null }

export const agencyOf = (brands: readonly BrandSums[]): Agency => {
  const growth = agencyGrowth(brands.map(({ sums }) => sums.seen))
  const moved = brands.flatMap(({ sums }) => brandGrowth(sums.seen, growth).shift ?? [])
  const shifts = { sum: totalOf(moved.map((shift) => Math.min(1, shift ** 2))), count: moved.length }
  const errors = brands.flatMap((brand) => brand.errors ?? [])
  const drift = added(errors.map((one) => one.drift))
  return {
    brands: brands.length,
    plain: curveOf(brands.map(({ sums }) => sums.now.plain)),
    branded: curveOf(brands.map(({ sums }) => sums.now.branded)),
    growth,
    shift: drawn(shifts, SHIFT),
    drift,
    scores: thinned(
      errors.flatMap((one) => scoresOf(one, drift)).sort(([one], [other]) => one - other),
      SCORES_MAX,
    ),
  }
}
