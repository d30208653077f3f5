// The results page: as many saw it, at the position that it had, and fewer clicked. Something else is on the page of
// results: an answer, an advert, a box.
import type { CauseRule } from './cause.ts'
import { partsOf } from './click-parts.ts'

const SHARE_MIN = 0.65
const SWINGS_MIN = 3
const CLEAR_SWINGS = 4
const POSITION_MAX = 0.12

export const resultsPage: CauseRule = (situation) => {
  if (situation.drop.kind !== 'clicks') return null
  const parts = partsOf(situation)
  if (parts === null || parts.position > POSITION_MAX) return null
  if (parts.ctr > SHARE_MIN * parts.clicks || parts.ctrSwings > -SWINGS_MIN) return null
  return {
    kind: 'results-page',
    confidence: parts.ctrSwings <= -CLEAR_SWINGS ? 'clear' : 'likely',
    since: situation.day,
    figures: { impressions: Math.expm1(parts.impressions), ctr: Math.expm1(parts.ctr) },
  }
}
