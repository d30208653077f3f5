// Many brands at once: the positions of more brands than by chance make a step on the same days (breaks.ts), the brand is
// one of them, the drop began on these days, and more of the brand's other keywords fell than fall anyway.
import type { CauseRule } from './cause.ts'
import { nearDrops } from './near-drops.ts'
import { fellOn, siteDay } from './sharpest.ts'
import type { Situation } from './situation.ts'

/** The brand's own step is sharpest on the first day of the break or soon after it. */
const NEAR = { before: 1, after: 2 } as const
const EXCESS_MIN = 0.6
const DROPS_MIN = 4
const CLEAR_EXCESS = 0.8

/** Of keywords that share neither the page nor a topic with the drop. */
const isElsewhere = ({ facts, falls, drop }: Situation): ((row: number) => boolean) => {
  const page = new Set(falls.ofPage)
  const topics = facts.topics.filter(({ members }) => members.has(drop.index))
  return (row) => !page.has(row) && !topics.some(({ members }) => members.has(row))
}

export const manyBrands: CauseRule = (situation) => {
  const { brand, portfolio, facts, drop } = situation
  if (drop.kind === 'clicks' || portfolio.breaks.length === 0) return null
  const at = siteDay(situation)
  const site = brand.firstDay + at
  const found = portfolio.breaks.find(({ firstDay }) => site >= firstDay - NEAR.before && site <= firstDay + NEAR.after)
  if (found === undefined || !fellOn(situation, at)) return null
  // A brand whose step is small still shows it by its drops, those apart that its page or a topic explains.
  const isIn = found.brandIds.has(facts.brandId)
  const { excess, near } = isIn ? nearDrops(situation, at) : nearDrops(situation, at, isElsewhere(situation))
  if ((!isIn && near < DROPS_MIN) || excess < EXCESS_MIN) return null
  return {
    kind: 'many-brands',
    confidence: excess >= CLEAR_EXCESS ? 'clear' : 'likely',
    since: found.firstDay,
    figures: {
      brands: { of: found.of, fell: found.brandIds.size },
      together: (situation.at(at) ?? situation).falls.elsewhere,
    },
  }
}
