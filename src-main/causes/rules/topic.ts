// A topic: keywords about one thing fell together, over several pages; keywords about other things did not.
import type { CauseRule } from './cause.ts'
import { excessOf, shareOf, tailOf } from './chance.ts'
import { fellOn } from './sharpest.ts'
import { FELL, type Shifts, UNTOLD } from './shifts.ts'
import type { FallsAt, Situation, TopicFall, TopicFalls } from './situation.ts'
import type { Topic } from './topics.ts'

const KEYWORDS_MIN = 3
const SHARE_MIN = 0.45
const EXCESS_MIN = 0.6
const CHANCE_MAX = 0.005
const CLEAR_CHANCE = 0.0005

const togetherOf = ({ shifts, falls, usual }: FallsAt, { members }: Topic): TopicFall | null => {
  const own = { of: 0, fell: 0 }
  const count = (row: number, by: 1 | -1): void => {
    const state = shifts.states[row] ?? UNTOLD
    if (state === UNTOLD) return
    own.of += by
    if (state >= FELL) own.fell += by
  }
  for (const row of members) count(row, 1)
  for (const row of falls.ofPage) if (members.has(row)) count(row, -1)
  if (own.of < KEYWORDS_MIN || shareOf(own) < SHARE_MIN) return null
  const { of, fell } = falls.elsewhere
  const others = { of: of - own.of, fell: fell - own.fell }
  const anyway = Math.max(usual, shareOf(others))
  if (excessOf(own, anyway) < EXCESS_MIN) return null
  const chance = tailOf(own, anyway)
  return chance > CHANCE_MAX ? null : { members: own, others, chance }
}

/** Most drops of a brand share the day, the page and the topic with others. */
export const createTopicFalls = (): TopicFalls => {
  const known = new Map<Shifts, Map<readonly number[], Map<Topic, TopicFall | null>>>()
  return (at, topic) => {
    const byPage = known.get(at.shifts) ?? new Map<readonly number[], Map<Topic, TopicFall | null>>()
    known.set(at.shifts, byPage)
    const byTopic = byPage.get(at.falls.ofPage) ?? new Map<Topic, TopicFall | null>()
    byPage.set(at.falls.ofPage, byTopic)
    const found = byTopic.get(topic)
    if (found !== undefined) return found
    const together = togetherOf(at, topic)
    byTopic.set(topic, together)
    return together
  }
}

/** A page is about a topic where most of its keywords are. */
const isAbout = ({ drop, falls }: Situation, { members }: Topic): boolean => {
  if (drop.of === 'keyword') return members.has(drop.index)
  return drop.of === 'page' && 2 * falls.ofPage.filter((row) => members.has(row)).length > falls.ofPage.length
}

export const topic: CauseRule = (situation) => {
  const { brand, facts, drop } = situation
  if (drop.kind === 'clicks') return null
  let best: (TopicFall & { readonly topic: Topic; readonly day: number }) | null = null
  for (const one of facts.topics) {
    if (!isAbout(situation, one)) continue
    const day = situation.steps.sharpest(one.members, drop.onset)
    const at = day < 0 || !fellOn(situation, day) ? null : situation.at(day)
    const found = at === null ? null : situation.topicFalls(at, one)
    if (found !== null && (best === null || found.chance < best.chance)) best = { ...found, topic: one, day }
  }
  if (best === null) return null
  return {
    kind: 'topic',
    confidence: best.chance <= CLEAR_CHANCE ? 'clear' : 'likely',
    since: brand.firstDay + best.day,
    figures: { topic: best.topic.name, together: best.members, controls: best.others },
  }
}
