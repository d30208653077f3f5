// Demand: it was seen less often, at the position and with the CTR that it had. The pattern of the week is taken out.
import type { CauseRule } from './cause.ts'
import { partsOf } from './click-parts.ts'

const SHARE_MIN = 0.65
const SWINGS_MIN = 3
const CLEAR_SWINGS = 4
const POSITION_MAX = 0.12

export const demand: CauseRule = (situation) => {
  if (situation.drop.kind !== 'clicks') return null
  const parts = partsOf(situation)
  if (parts === null || parts.position > POSITION_MAX) return null
  if (parts.impressions > SHARE_MIN * parts.clicks || parts.impressionSwings > -SWINGS_MIN) return null
  return {
    kind: 'demand',
    confidence: parts.impressionSwings <= -CLEAR_SWINGS ? 'clear' : 'likely',
    since: situation.day,
    figures: { impressions: Math.expm1(parts.impressions), ctr: Math.expm1(parts.ctr) },
  }
}
