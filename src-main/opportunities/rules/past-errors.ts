// What the method would have been wrong by for the keywords of this brand that moved from the 28 days before to the review
// window: those errors, of the brand and of the agency where it has few, are the band (decision 62 does so with forecasts).
import type { Agency } from './agency-clicks.ts'
import { type PastError, type PastErrors, thinned } from './band.ts'
import type { ClickRow } from './click-row.ts'
import type { ClickSums } from './click-sums.ts'
import { clickModel, expectedAt } from './expected-clicks.ts'
import { brandGrowth } from './seen-growth.ts'

/** A keyword with fewer clicks shows chance alone. */
const CLICKS_MIN = 10
const SHARE_MAX = 4
/** A keyword rose where its position was more than now by this share. */
const ROSE = 1.15
const KEPT_MAX = 60
export const pastErrors = (rows: readonly ClickRow[], sums: ClickSums, agency: Agency): PastErrors => {
  const shift = brandGrowth(sums.seen, agency.growth).shift ?? 0
  const parts = { period: sums.before, seen: sums.seen, agency }
  const plain = clickModel(parts, { drift: 0, shift: 0 })
  const tried = rows.flatMap(({ isBranded, now, before }) => {
    if (before === null || before.position === null || now.position === null || before.impressions === 0) return []
    if (before.position / now.position < ROSE) return []
    const expected = expectedAt(plain, { isBranded, measured: before, target: now.position })
    if (expected === null) return []
    return [{ ...expected, clicks: expected.clicks * Math.exp(shift), actual: now.clicks }]
  })
  const drift = { sum: 0, count: 0 }
  for (const { clicks, own, shared, actual } of tried) {
    if (clicks < CLICKS_MIN) continue
    drift.sum += Math.min(SHARE_MAX, (actual / clicks - 1) ** 2) - 1 / clicks - own - shared
    drift.count += 1
  }
  const errors = tried
    .filter(({ clicks }) => clicks >= 1)
    .map(
      ({ clicks, own, shared, actual }): PastError => [
        round(Math.sqrt(actual) - Math.sqrt(clicks)),
        round(clicks),
        round(own + shared),
      ],
    )
    .sort(([one], [other]) => one - other)
  return { tried: thinned(errors, KEPT_MAX), drift }
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4
