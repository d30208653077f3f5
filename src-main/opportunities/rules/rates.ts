// Rates of clicks by position, of the agency and of a brand beside it.
import type { BinSums, Spread } from './click-sums.ts'
import { BINS } from './position-bins.ts'

/** A curve of the agency; a point for each group of positions in which any brand has impressions. */
export type AgencyCurve = {
  readonly bins: readonly number[]
  /** Logarithms of mean positions, rising. */
  readonly places: readonly number[]
  /** Clicks per impression, never rising. */
  readonly rates: readonly number[]
  /** Squared shares by which each rate may be wrong: few brands may have keywords there. */
  readonly doubts: readonly number[]
  /** Squared shares by which brands differ: over all positions, and at one position besides. */
  readonly levels: number
  readonly shapes: number
  /** How keywords of one brand differ at one position. */
  readonly keywords: number
}

/** So many keywords of the agency count beside a brand's own. */
const KEYWORDS_COUNT = 30

/** A squared share that was measured, drawn to what is taken to be true before. */
export const drawn = ({ sum, count }: Spread, to: { readonly value: number; readonly count: number }): number =>
  Math.max(to.value / 20, (sum + to.value * to.count) / (count + to.count))

/** How keywords differ, of one brand drawn to that of all. */
export const keywordSpread = (own: Spread, value: number): number => drawn(own, { value, count: KEYWORDS_COUNT })

/** In logarithms of positions: from 1.5 to 1, from 60 to 90. */
const REACH = 0.45

/** Between points on the line between them; null beyond the first and the last by more than half a group. */
export const rateAt = (places: readonly number[], rates: readonly number[], position: number): number | null => {
  const place = Math.log(Math.max(1, position))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return null
  if (place < first - REACH || place > last + REACH) return null
  const after = places.findIndex((one) => one >= place)
  if (after <= 0) return (after === 0 ? rates[0] : rates.at(-1)) ?? null
  const [from, to] = [places[after - 1] ?? 0, places[after] ?? 0]
  const [low, high] = [rates[after - 1] ?? 0, rates[after] ?? 0]
  const part = (place - from) / Math.max(1e-9, to - from)
  return low <= 0 || high <= 0 ? low + (high - low) * part : low * (high / low) ** part
}

export const at = (values: readonly number[], index: number): number => values[index] ?? 0

/** The place of a group: where its impressions are. */
export const placeIn = ({ logs, impressions }: BinSums, bin: number): number =>
  at(logs, bin) / Math.max(1, at(impressions, bin))

/**
 * What a group of one brand is worth, in clicks: chance and keywords that differ make its rate uncertain by the share of one
 * through its root.
 */
export const worthOf = ({ impressions, squares }: BinSums, bin: number, rate: number, keywords: number): number => {
  const seen = at(impressions, bin)
  if (seen <= 0 || rate <= 0) return 0
  return 1 / ((1 - rate) / (seen * rate) + (keywords * at(squares, bin)) / seen ** 2)
}

/** Of each group of a brand: what was clicked as a multiple of the curve, and what that is worth in clicks. */
export const ratiosOf = (bins: BinSums, { places, rates }: Pick<AgencyCurve, 'places' | 'rates'>, keywords: number) =>
  Array.from({ length: BINS }, (_, bin) => {
    const rate = rateAt(places, rates, Math.exp(placeIn(bins, bin))) ?? 0
    const worth = worthOf(bins, bin, rate, keywords)
    const ratio = worth === 0 ? 1 : at(bins.clicks, bin) / (at(bins.impressions, bin) * rate)
    return { ratio, worth }
  })
