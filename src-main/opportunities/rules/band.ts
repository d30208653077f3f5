// How wide the band of expected clicks is: from what the same method was wrong by in the past, for keywords with about as many
// clicks (decision 62 does so with forecasts). The shape of the errors is not assumed.
import type { Spread } from './click-sums.ts'

export type Expected = {
  readonly clicks: number
  /** Squared shares: of this keyword alone, and of what all keywords of the brand share. */
  readonly own: number
  readonly shared: number
}

/** One keyword: what came less what was expected, on the root; the clicks expected and the squared share they may be off by. */
export type PastError = readonly [error: number, clicks: number, squaredShare: number]

export type PastErrors = {
  /** Some of them, sorted. */
  readonly tried: readonly PastError[]
  /** How clicks changed beyond chance and what else is known, as squared shares. */
  readonly drift: Spread
}

/** An error in deviations, of a keyword with so many clicks expected. */
export type Score = readonly [score: number, clicks: number]

/** In deviations: a tenth of the errors of keywords with about so many clicks are below, a tenth above. */
export type BandScores = (clicks: number) => { readonly low: number; readonly high: number }

const DRIFT = { value: 0.03, count: 40 }
/** The agency's errors count as so many of the brand's own. */
const AGENCY_COUNT = 100

/** On the root, where the chance of few clicks and of many is of one size. */
export const deviationOf = (clicks: number, squaredShare: number): number =>
  Math.sqrt(0.25 + (clicks * squaredShare) / 4)

export const driftOf = (own: Spread, agency: Spread): number => {
  const all = (agency.sum + DRIFT.value * DRIFT.count) / (agency.count + DRIFT.count)
  return Math.max(0.001, (own.sum + all * DRIFT.count) / (own.count + DRIFT.count))
}

/** Evenly over the sorted list, so that it keeps its shape. */
export const thinned = <Item>(sorted: readonly Item[], most: number): readonly Item[] =>
  sorted.length <= most
    ? sorted
    : sorted.filter(
        (_, at) => Math.floor((at * most) / sorted.length) !== Math.floor(((at + 1) * most) / sorted.length),
      )

/** Sorted. */
export const scoresOf = ({ tried, drift }: PastErrors, agency: Spread): Score[] => {
  const usual = driftOf(drift, agency)
  return tried
    .map(([error, clicks, squaredShare]): Score => [error / deviationOf(clicks, squaredShare + usual), clicks])
    .sort(([one], [other]) => one - other)
}

type Weighed = { readonly score: number; readonly weight: number }

const quantileOf = (sorted: readonly Weighed[], share: number): number => {
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let passed = 0
  for (const { score, weight } of sorted) {
    passed += weight
    if (passed >= share * all) return score
  }
  return sorted.at(-1)?.score ?? 0
}

/** As a normal distribution has them. */
const NORMAL = [-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645]
/** A little less than a tenth: the past's curve was learned from the same keywords, so its errors are a little small. */
const OUTSIDE = 0.09
/** Bands are worked out for these clicks; others are on the line between, as logarithms. */
const KNOTS = [1, 3, 10, 30, 100, 300, 1000]
/** An error counts less the more its clicks differ, on logarithms. */
const alike = (one: number, other: number): number =>
  Math.exp(-0.5 * Math.log(Math.max(1, one) / Math.max(1, other)) ** 2)

/** Of the brand's own errors, those of the agency and, while it has few, a normal distribution. */
export const bandScores = (own: readonly Score[], agency: readonly Score[]): BandScores => {
  const known = Math.min(1, agency.length / AGENCY_COUNT)
  const share = (AGENCY_COUNT * known) / Math.max(1, agency.length)
  const knots = KNOTS.map((clicks) => {
    const near = (scores: readonly Score[], weight: number): Weighed[] =>
      scores.map(([score, of]) => ({ score, weight: weight * alike(of, clicks) }))
    const normal = NORMAL.map((score) => ({ score, weight: (AGENCY_COUNT * (1 - known) + 1) / NORMAL.length }))
    const all = [...near(own, 1), ...near(agency, share), ...normal].sort((one, other) => one.score - other.score)
    return [quantileOf(all, OUTSIDE), quantileOf(all, 1 - OUTSIDE)] as const
  })
  const between = (side: 0 | 1, place: number): number => {
    const at = Math.min(
      KNOTS.length - 2,
      KNOTS.findLastIndex((knot) => Math.log(knot) <= place),
    )
    const [from, to] = [Math.log(KNOTS[at] ?? 1), Math.log(KNOTS[at + 1] ?? 1)]
    const part = Math.min(1, (place - from) / (to - from))
    return (knots[at]?.[side] ?? 0) * (1 - part) + (knots[at + 1]?.[side] ?? 0) * part
  }
  return (clicks) => {
    const place = Math.log(Math.max(1, clicks))
    return { low: between(0, place), high: between(1, place) }
  }
}

export type Band = { readonly low: number; readonly high: number }

/** Holds what comes in four of five cases. */
export const bandOf = ({ clicks, own, shared }: Expected, scores: BandScores): Band => {
  const { low, high } = scores(clicks)
  const deviation = deviationOf(clicks, own + shared)
  const root = Math.sqrt(clicks)
  return { low: Math.max(0, root + low * deviation) ** 2, high: Math.max(0, root + high * deviation) ** 2 }
}
