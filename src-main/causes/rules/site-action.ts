// An own action on the whole brand left no page untouched: other brands of the same days are what it did not touch. It is a
// likely cause where they did not move, the whole site did within two days, and such actions are rare for this brand.
import type { CauseRule } from './cause.ts'
import { manyBrands } from './many-brands.ts'
import { nearAction } from './near-action.ts'
import { ACTION_DAYS, type Action, type Situation } from './situation.ts'
import { calmBrands, wholeSite } from './whole-site.ts'

/** Few: the first day of a fall is known to within a day or so. */
const DAYS_BEFORE = 2
/** Beside one other in 45 days, a kind of action stands in three given days in one of ten falls by chance, and with more in more. */
const ALIKE_MAX = 1

/** How many others of its kind there are among the newest days. */
const alikeOf = ({ brand, facts }: Situation, action: Action): number => {
  const newest = brand.firstDay + brand.length - 1
  const isAlike = (one: Action) => one !== action && one.kind === action.kind && one.day > newest - ACTION_DAYS
  return facts.actions.filter(isAlike).length
}

export const siteAction: CauseRule = (situation) => {
  const ofBrand = situation.facts.actions.filter(({ pages }) => pages === null)
  const fall = ofBrand.length === 0 || manyBrands(situation) !== null ? null : wholeSite(situation)
  if (fall === null || calmBrands(situation, fall.since) === undefined) return null
  const action = nearAction(ofBrand, fall.since, DAYS_BEFORE)
  if (action === undefined) return null
  const alike = alikeOf(situation, action)
  if (alike > ALIKE_MAX) return null
  const event = { daysBefore: fall.since - action.day, text: action.text, alike }
  return { ...fall, kind: 'own-action', confidence: 'likely', figures: { ...fall.figures, event } }
}
