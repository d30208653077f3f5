// An own action: something was done on the page in the days before, its keywords fell, and the pages on which nothing was
// done did not. What was done to the whole brand has no untouched pages beside it: it is said with the fall of the whole
// site, and never named as its cause.
import type { Cause, CauseRule } from './cause.ts'
import { excessOf, shareOf, tailOf } from './chance.ts'
import { manyBrands } from './many-brands.ts'
import { nearActions } from './near-actions.ts'
import { fellOn } from './sharpest.ts'
import { swingsOf } from './shifts.ts'
import type { Situation } from './situation.ts'
import { topic } from './topic.ts'

/** Search engines take some days to see what changed on a page. */
const DAYS_BEFORE = 5
/** Without other keywords of the page, the fall itself has to be this unusual. */
const ALONE_SWINGS = 3
const CONTROLS_EXCESS_MAX = 0.6
const SHARE_MIN = 0.5
const CHANCE_MAX = 0.15

/** The day on which the page's keywords fell together; of one alone its own. */
const pageDay = (situation: Situation): number => {
  const { steps, falls, drop } = situation
  if (falls.ofPage.length < 2) return drop.onset
  const day = steps.sharpest(falls.ofPage, drop.onset)
  return day >= 0 && fellOn(situation, day) ? day : drop.onset
}

/** Null: the page did not fall with its keywords, or others fell as well. */
const confidenceOf = (situation: Situation, day: number): Cause['confidence'] | null => {
  const at = situation.at(day)
  if (at === null || manyBrands(situation) !== null || topic(situation) !== null) return null
  const { brand } = situation
  const { falls, usual } = at
  if (excessOf(falls.elsewhere, usual) > CONTROLS_EXCESS_MAX) return null
  if (falls.page.of < 2) return swingsOf(brand, at.shifts, situation.drop.index) >= ALONE_SWINGS ? 'likely' : null
  return shareOf(falls.page) >= SHARE_MIN && tailOf(falls.page, usual) <= CHANCE_MAX ? 'clear' : null
}

export const ownAction: CauseRule = (situation) => {
  const { brand, drop, facts, page } = situation
  const about = facts.actions.filter(({ pages }) => pages?.has(page) === true)
  if (drop.kind === 'clicks' || page === 0 || about.length === 0) return null
  const day = pageDay(situation)
  const since = brand.firstDay + day
  const [action] = nearActions(about, since, DAYS_BEFORE)
  const confidence = action === undefined ? null : confidenceOf(situation, day)
  if (action === undefined || confidence === null) return null
  const event = { daysBefore: since - action.day, text: action.text }
  // Of the day that is named: the keyword itself may have fallen on another one.
  const { falls } = situation.at(day) ?? situation
  return {
    ...{ kind: 'own-action', confidence, since },
    figures: { event, page, together: falls.page, controls: falls.elsewhere },
  }
}
