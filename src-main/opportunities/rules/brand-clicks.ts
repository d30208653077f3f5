// One brand among those of its agency: what is expected of any of its keywords, with the band.
import type { Agency } from './agency-clicks.ts'
import { type Band, bandOf, bandScores, driftOf, type Expected, type PastErrors, scoresOf } from './band.ts'
import type { Measured } from './click-row.ts'
import type { ClickSums } from './click-sums.ts'
import { type ClickModel, clickModel, expectedAt } from './expected-clicks.ts'

export type BrandClicks = {
  readonly model: ClickModel
  readonly expect: (isBranded: boolean, measured: Measured, target: number) => Expected | null
  readonly band: (expected: Expected) => Band
}

type Known = { readonly sums: ClickSums; readonly errors: PastErrors; readonly agency: Agency }

export const brandClicks = ({ sums, errors, agency }: Known): BrandClicks => {
  const model = clickModel(
    { period: sums.now, seen: sums.seen, agency },
    { drift: driftOf(errors.drift, agency.drift), shift: agency.shift },
  )
  const scores = bandScores(scoresOf(errors, agency.drift), agency.scores)
  return {
    model,
    expect: (isBranded, measured, target) => expectedAt(model, { isBranded, measured, target }),
    band: (expected) => bandOf(expected, scores),
  }
}

type Clicked = { readonly isBranded: boolean; readonly now: Measured }

/**
 * Click share: clicks as a share of those that the first place would bring for the same impressions, by the brand's own curve.
 * Null where no brand of the agency shows what that is, or nothing was seen.
 */
export const clickShareOf = ({ plain, branded }: ClickModel, rows: readonly Clicked[]): number | null => {
  let [clicks, possible] = [0, 0]
  for (const { isBranded, now } of rows) {
    const first = (isBranded ? branded : plain).at(1)
    if (first === null) continue
    clicks += now.clicks
    possible += now.impressions * first
  }
  return possible === 0 ? null : Math.min(1, clicks / possible)
}
