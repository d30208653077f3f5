// A topic: keywords about one thing fell together, over several pages; keywords about other things did not.
import type { CauseRule } from './cause.ts'
import { type Count, excessOf, shareOf, tailOf } from './chance.ts'
import { fellOn, sharpestDay } from './sharpest.ts'
import type { Situation } from './situation.ts'
import type { Topic } from './topics.ts'

const KEYWORDS_MIN = 3
const SHARE_MIN = 0.45
const EXCESS_MIN = 0.6
const CHANCE_MAX = 0.005
const CLEAR_CHANCE = 0.0005

type Counts = { readonly members: Count; readonly others: Count }

/** The topic's keywords on other pages than the one of the drop, and the brand's other keywords. */
const countsOf = (shifts: Situation['shifts'], page: number, { members }: Topic): Counts => {
  const counts = { members: { of: 0, fell: 0 }, others: { of: 0, fell: 0 } }
  for (const [index, shift] of shifts.entries()) {
    if (shift === null || shift.page === page) continue
    const count = members.has(index) ? counts.members : counts.others
    count.of += 1
    if (shift.isFallen) count.fell += 1
  }
  return counts
}

export const topic: CauseRule = (situation) => {
  const { brand, facts, drop, page } = situation
  if (drop.kind === 'clicks') return null
  let best: { readonly topic: Topic; readonly day: number; readonly chance: number; readonly counts: Counts } | null =
    null
  for (const one of facts.topics) {
    if (!one.members.has(drop.index)) continue
    const day = sharpestDay(brand, one.members, drop.onset)
    const at = day < 0 || !fellOn(situation, day) ? null : situation.at(day)
    if (at === null) continue
    const counts = countsOf(at.shifts, page, one)
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
