// The whole site: most keywords of the brand fell on the same days, over most of its pages. Whether other brands fell too is
// for the rule of many brands, which comes first.
import type { CauseRule } from './cause.ts'
import { excessOf, shareOf } from './chance.ts'
import { nearActions } from './near-actions.ts'
import { nearDrops } from './near-drops.ts'
import { fellOn, siteDay } from './sharpest.ts'
import { COMPARED_BRANDS_MIN, type Situation } from './situation.ts'

const KEYWORDS_MIN = 8
const PAGES_MIN = 3
const SHARE_MIN = 0.35
/** Ranks any worse: half of them do on any day. */
const WORSE_MIN = 0.65
const DROPS_EXCESS_MIN = 0.5
const PAGES_SHARE_MIN = 0.4
const EXCESS_MIN = 0.5
const CLEAR_SHARE = 0.5
const BREAK_DAYS = 3
const ACTION_DAYS = 3
const ACTIONS_SAID = 3

/** The brands that were compared; undefined: too few, or they fell in the same days. */
const calmBrands = ({ portfolio }: Situation, since: number): number | undefined =>
  portfolio.brands < COMPARED_BRANDS_MIN ||
  portfolio.breaks.some(({ firstDay }) => Math.abs(firstDay - since) <= BREAK_DAYS)
    ? undefined
    : portfolio.brands

export const wholeSite: CauseRule = (situation) => {
  const { brand, drop } = situation
  if (drop.kind === 'clicks') return null
  const day = siteDay(situation)
  const at = situation.at(day)
  if (at === null || !fellOn(situation, day)) return null
  const { elsewhere, pages, worse } = at.falls
  if (elsewhere.of < KEYWORDS_MIN || pages.of < PAGES_MIN) return null
  if (shareOf(elsewhere) < SHARE_MIN || shareOf(pages) < PAGES_SHARE_MIN || shareOf(worse) < WORSE_MIN) return null
  if (excessOf(elsewhere, at.usual) < EXCESS_MIN) return null
  if (drop.of === 'keyword' && nearDrops(situation, day).excess < DROPS_EXCESS_MIN) return null
  const since = brand.firstDay + day
  const calm = calmBrands(situation, since)
  const ofBrand = situation.facts.actions.filter(({ pages }) => pages === null)
  const done = nearActions(ofBrand, since, ACTION_DAYS).slice(0, ACTIONS_SAID)
  return {
    kind: 'whole-site',
    confidence: shareOf(elsewhere) >= CLEAR_SHARE ? 'clear' : 'likely',
    since,
    figures: {
      together: elsewhere,
      ...(calm === undefined ? {} : { brands: { of: calm, fell: 0 } }),
      ...(done.length === 0 ? {} : { done: done.map(({ day, text }) => ({ daysBefore: since - day, text })) }),
    },
  }
}
