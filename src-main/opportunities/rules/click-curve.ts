// The click curve of one brand: clicks per impression by position. Each group of positions is a beta-binomial: the agency's
// curve at the brand's own level is the prior, the brand's keywords are counted by what they are worth, for a hundred clicks of
// one keyword say less than a hundred of fifty. Then the curve is made to fall (monotone.ts).

import type { KindSums } from './click-sums.ts'
import { falling } from './monotone.ts'
import { type AgencyCurve, keywordSpread, placeIn, rateAt, ratiosOf, worthOf } from './rates.ts'

/** Of four in five: a normal distribution has a tenth beyond it on each side. */
export const NORMAL_TENTH = 1.2816

export type CurvePoint = {
  readonly bin: number
  readonly position: number
  readonly ctr: number
  readonly low: number
  readonly high: number
  /** The agency's. */
  readonly agencyCtr: number
}

export type ClickCurve = {
  readonly points: readonly CurvePoint[]
  /** Clicks per impression; null where no brand of the agency has keywords near this position. */
  readonly at: (position: number) => number | null
  /** The squared share by which that may be wrong. */
  readonly doubtAt: (position: number) => number
  /** How keywords of the brand differ at one position, as a squared share. */
  readonly keywords: number
}

const RATE_MAX = 0.95
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const logit = (rate: number): number => Math.log(rate / (1 - rate))
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

type Beta = { readonly clicks: number; readonly others: number }
const rateOf = ({ clicks, others }: Beta): number => clicks / (clicks + others)
/** On the logit, where a beta distribution is close to a normal one. */
const deviationOf = ({ clicks, others }: Beta): number => Math.sqrt(1 / clicks + 1 / others)

/** Level of the brand against the agency, from all positions. */
const levelOf = (ratios: readonly { readonly ratio: number; readonly worth: number }[], levels: number): number =>
  (total(ratios.map(({ ratio, worth }) => ratio * worth)) + 1 / levels) /
  (total(ratios.map(({ worth }) => worth)) + 1 / levels)

export const clickCurve = ({ bins, spread }: KindSums, agency: AgencyCurve): ClickCurve => {
  const keywords = keywordSpread(spread, agency.keywords)
  const ratios = ratiosOf(bins, agency, keywords)
  const level = levelOf(ratios, agency.levels)
  const worth = total(ratios.map((one) => one.worth))
  const ofLevel = 1 / (1 / agency.levels + worth)
  const betas = agency.bins.map((bin, index): Beta => {
    const rate = Math.min(RATE_MAX, Math.max(1e-6, level * (agency.rates[index] ?? 0)))
    const strength = (1 - rate) / (rate * (agency.shapes + ofLevel + (agency.doubts[index] ?? 0)))
    const own = rateAt(agency.places, agency.rates, Math.exp(placeIn(bins, bin))) ?? 0
    const counted = own === 0 ? 0 : (worthOf(bins, bin, own, keywords) * (1 - own)) / own
    const clicked = Math.min(RATE_MAX, (ratios[bin]?.ratio ?? 1) * (agency.rates[index] ?? 0))
    return { clicks: rate * strength + clicked * counted, others: (1 - rate) * strength + (1 - clicked) * counted }
  })
  const weights = betas.map(({ clicks, others }) => clicks + others)
  const side = (sign: -1 | 0 | 1): number[] =>
    falling(
      betas.map((beta) => sigmoid(logit(rateOf(beta)) + sign * NORMAL_TENTH * deviationOf(beta))),
      weights,
    )
  const [lows, rates, highs] = [side(-1), side(0), side(1)]
  const doubts = betas.map((beta) => ((1 - rateOf(beta)) * deviationOf(beta)) ** 2)
  return {
    points: agency.bins.map((bin, index) => ({
      bin,
      position: Math.exp(agency.places[index] ?? 0),
      ctr: rates[index] ?? 0,
      low: lows[index] ?? 0,
      high: highs[index] ?? 0,
      agencyCtr: agency.rates[index] ?? 0,
    })),
    at: (position) => rateAt(agency.places, rates, position),
    doubtAt: (position) => rateAt(agency.places, doubts, position) ?? 1,
    keywords,
  }
}
