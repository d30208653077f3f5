// Whether later days confirm that the data was another one, and not the site: then the keyword comes back by itself.
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { sumOver } from '../../rankings/public.ts'
import { type BrandSums, rankedDays, rowSum } from './brand-sums.ts'
import type { Drop } from './drops.ts'

/** Of the other kinds no later day tells whether they were right: a fall lasts or ends whatever caused it. */
export const JUDGED_KIND: CauseKind = 'measuring'

/** It is judged once, by the second week after the newest day that was known: the same whenever a sync brings these days. */
const JUDGED_DAYS = 14
const WEEK = 7

export type Judgeable = {
  readonly dropKind: Drop['kind']
  readonly clicksBefore: number
  readonly clicksNow: number
  /** The newest whole day that was known, as a number of days since 1970. */
  readonly dataDay: number
}

/** Null: not yet, or the days are no longer held. `row`: of the keyword; -1: it ranks on none of the days. */
export const verdictOf = (brand: BrandSums, row: number, said: Judgeable): boolean | null => {
  const from = said.dataDay + 1 - brand.firstDay
  if (from < 0) return null
  let until = from
  while (until < brand.length && sumOver(brand.knownSums, { from, until }) < JUDGED_DAYS) until += 1
  if (sumOver(brand.knownSums, { from, until }) < JUDGED_DAYS) return null
  if (row < 0) return false
  const week = { from: until - WEEK, until }
  if (said.dropKind === 'lost') return rankedDays(brand, row, week) * 2 >= sumOver(brand.knownSums, week)
  const clicks = rowSum(brand.clicks, brand, row, week) / sumOver(brand.weekSums, week)
  return clicks >= (said.clicksBefore + said.clicksNow) / 2
}
