// The clicks of a keyword at another position: its impressions, times the brand's click curve there, times how this keyword does
// against the curve where it is now (a gamma prior on its clicks). The band is made of what the same method was wrong by in the
// brand's own past (past-errors.ts).
import type { Agency } from './agency-clicks.ts'
import type { Expected } from './band.ts'
import { type ClickCurve, clickCurve } from './click-curve.ts'
import type { Measured } from './click-row.ts'
import type { ClickSums, PeriodSums } from './click-sums.ts'
import { brandGrowth, type Growth, timesSeen } from './seen-growth.ts'

/** What is known of one brand before a position is asked for. */
export type ClickModel = {
  readonly plain: ClickCurve
  readonly branded: ClickCurve
  readonly growth: Growth
  /** Squared share by which clicks of one keyword change from one period to the next, and those of the whole brand. */
  readonly drift: number
  readonly shift: number
}

type ModelParts = { readonly period: PeriodSums; readonly seen: ClickSums['seen']; readonly agency: Agency }

export const clickModel = (
  { period, seen, agency }: ModelParts,
  { drift, shift }: Pick<ClickModel, 'drift' | 'shift'>,
): ClickModel => ({
  plain: clickCurve(period.plain, agency.plain),
  branded: clickCurve(period.branded, agency.branded),
  growth: brandGrowth(seen, agency.growth).growth,
  drift,
  shift,
})

const CTR_MAX = 0.9

type Asked = { readonly isBranded: boolean; readonly measured: Measured; readonly target: number }

/** Null where no keyword of the agency ranks near the position. */
export const expectedAt = (model: ClickModel, { isBranded, measured, target }: Asked): Expected | null => {
  const curve = isBranded ? model.branded : model.plain
  const { clicks, impressions, position } = measured
  const rate = curve.at(target)
  if (rate === null) return null
  const here = position === null ? null : curve.at(position)
  const strength = 1 / curve.keywords
  const known = here === null ? { clicks: 0, expected: 0 } : { clicks, expected: impressions * here }
  const multiple = (known.clicks + strength) / (known.expected + strength)
  const times = position === null || isBranded ? 1 : timesSeen(model.growth, position, target)
  const seen = impressions * times
  return {
    clicks: Math.min(CTR_MAX * seen, seen * rate * multiple),
    own: 1 / (known.clicks + strength) + model.drift,
    shared: curve.doubtAt(target) + model.shift,
  }
}

/** Of many keywords together: what each has of its own evens out, what they share does not. */
export const sumOf = (parts: readonly Expected[]): Expected => {
  const clicks = parts.reduce((sum, part) => sum + part.clicks, 0)
  if (clicks === 0) return { clicks: 0, own: 0, shared: 0 }
  const own = parts.reduce((sum, part) => sum + part.own * part.clicks ** 2, 0) / clicks ** 2
  const shared = (parts.reduce((sum, part) => sum + Math.sqrt(part.shared) * part.clicks, 0) / clicks) ** 2
  return { clicks, own, shared }
}
