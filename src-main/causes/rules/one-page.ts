// One page: its keywords fell or vanished together, those of other pages did not. It was removed, redirected or left the
// index, or something on it changed.
import type { CauseRule } from './cause.ts'
import { excessOf, shareOf, tailOf } from './chance.ts'
import { fellOn } from './sharpest.ts'

const KEYWORDS_MIN = 2
const SHARE_MIN = 0.6
const EXCESS_MIN = 0.65
const CHANCE_MAX = 0.02
const CLEAR_CHANCE = 0.002

export const onePage: CauseRule = (situation) => {
  const { brand, page, drop } = situation
  if (drop.kind === 'clicks' || page === 0) return null
  const day = situation.steps.sharpest(situation.falls.ofPage, drop.onset)
  const at = day < 0 || !fellOn(situation, day) ? null : situation.at(day)
  if (at === null) return null
  const { page: own, gone, elsewhere } = at.falls
  if (shareOf(own) < SHARE_MIN) return null
  const anyway = Math.max(at.usual, shareOf(elsewhere))
  if (excessOf(own, anyway) < EXCESS_MIN) return null
  // Of few keywords it is the ones that vanish together that tell.
  const vanished = drop.kind === 'lost' ? tailOf(gone, at.usualLoss) : 1
  const chance = Math.min(own.of < KEYWORDS_MIN ? 1 : tailOf(own, anyway), vanished)
  if (chance > CHANCE_MAX) return null
  return {
    kind: 'one-page',
    confidence: chance <= CLEAR_CHANCE ? 'clear' : 'likely',
    since: brand.firstDay + day,
    figures: { page, together: own, controls: elsewhere },
  }
}
