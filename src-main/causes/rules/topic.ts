// A topic: keywords about one thing fell together, over several pages; keywords about other things did not.
import type { CauseRule } from './cause.ts'
import { type Count, excessOf, shareOf, tailOf } from './chance.ts'
import { fellOn } from './sharpest.ts'
import { FELL, UNTOLD } from './shifts.ts'
import type { FallsAt } from './situation.ts'
import type { Topic } from './topics.ts'

const KEYWORDS_MIN = 3
const SHARE_MIN = 0.45
const EXCESS_MIN = 0.6
const CHANCE_MAX = 0.005
const CLEAR_CHANCE = 0.0005

type Counts = { readonly members: Count; readonly others: Count }

/** The topic's keywords on other pages than the one of the drop, and the brand's other keywords. */
const countsOf = ({ shifts, falls }: FallsAt, { members }: Topic): Counts => {
  const ofPage = new Set(falls.ofPage)
  const own = { of: 0, fell: 0 }
  for (const row of members) {
    const state = shifts.states[row] ?? UNTOLD
    if (state === UNTOLD || ofPage.has(row)) continue
    own.of += 1
    if (state >= FELL) own.fell += 1
  }
  const { of, fell } = falls.elsewhere
  return { members: own, others: { of: of - own.of, fell: fell - own.fell } }
}

export const topic: CauseRule = (situation) => {
  const { brand, facts, drop } = situation
  if (drop.kind === 'clicks') return null
  let best: { readonly topic: Topic; readonly day: number; readonly chance: number; readonly counts: Counts } | null =
    null
  for (const one of facts.topics) {
    if (!one.members.has(drop.index)) continue
    const day = situation.steps.sharpest(one.members, drop.onset)
    const at = day < 0 || !fellOn(situation, day) ? null : situation.at(day)
    if (at === null) continue
    const counts = countsOf(at, one)
    const { members, others } = counts
    if (members.of < KEYWORDS_MIN || shareOf(members) < SHARE_MIN) continue
    const anyway = Math.max(at.usual, shareOf(others))
    const chance = tailOf(members, anyway)
    if (excessOf(members, anyway) < EXCESS_MIN || chance > CHANCE_MAX) continue
    if (best === null || chance < best.chance) best = { topic: one, day, chance, counts }
  }
  if (best === null) return null
  return {
    kind: 'topic',
    confidence: best.chance <= CLEAR_CHANCE ? 'clear' : 'likely',
    since: brand.firstDay + best.day,
    figures: { topic: best.topic.name, together: best.counts.members, controls: best.counts.others },
  }
}
