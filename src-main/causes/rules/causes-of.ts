// The causes of each drop of a brand, the most likely one first.
import { CAUSE_KINDS, type CauseKind, type Unchecked } from '../../../src-shared/desk/values/cause-kinds.ts'
import { sumOver } from '../../rankings/public.ts'
import { anotherPage } from './another-page.ts'
import { type BrandSums, type ClickDays, clickDaysOf, leadingPage } from './brand-sums.ts'
import type { Cause, CauseRule } from './cause.ts'
import { demand } from './demand.ts'
import { type Drop, dropsOf } from './drops.ts'
import { type BrandFalls, createBrandFalls, fallsOf } from './falls.ts'
import { groupDropsOf } from './group-drops.ts'
import { manyBrands } from './many-brands.ts'
import { measuring } from './measuring.ts'
import { onePage } from './one-page.ts'
import { oneSlice } from './one-slice.ts'
import { ownAction } from './own-action.ts'
import { resultsPage } from './results-page.ts'
import { createSteps } from './sharpest.ts'
import { createShiftsAt, type Shifts, type ShiftsAt } from './shifts.ts'
import { type BrandFacts, COMPARED_BRANDS_MIN, type FallsAt, type Portfolio, type Situation } from './situation.ts'
import { createTopicFalls, topic } from './topic.ts'
import { wholeSite } from './whole-site.ts'

const RULES: Readonly<Record<CauseKind, CauseRule>> = {
  measuring,
  'many-brands': manyBrands,
  'own-action': ownAction,
  'one-slice': oneSlice,
  'whole-site': wholeSite,
  topic,
  'one-page': onePage,
  'another-page': anotherPage,
  'results-page': resultsPage,
  demand,
}

export type DropCauses = {
  readonly keyword: number
  readonly drop: Drop
  /** As a number of days since 1970. */
  readonly day: number
  /** The most likely one first; none: no cause found. */
  readonly causes: readonly Cause[]
  readonly unchecked: readonly Unchecked[]
}

const DAYS_MIN = 14
const KEYWORDS_MIN = 8
const PAGE_BEFORE_DAYS = 14

const NO_ROWS: readonly number[] = []

/** What is the same for all drops of a brand. */
type Looked = Pick<CausesOptions, 'brand' | 'facts' | 'portfolio'> &
  Pick<Situation, 'dropsOn' | 'steps' | 'topicFalls'> & {
    readonly fallsAt: (onset: number) => BrandFalls | null
  }

const lookAt = ({ brand, facts, portfolio }: CausesOptions, shiftsAt: ShiftsAt, drops: readonly Drop[]): Looked => {
  const falls = new Map<Shifts, BrandFalls>()
  const brandFalls = createBrandFalls(brand)
  const rowsOn: Record<Drop['kind'], number[][]> = { down: [], lost: [], clicks: [] }
  for (const { kind, onset, index } of drops) {
    const rows = rowsOn[kind][onset]
    if (rows === undefined) rowsOn[kind][onset] = [index]
    else rows.push(index)
  }
  return {
    ...{ brand, facts, portfolio },
    steps: createSteps(brand),
    topicFalls: createTopicFalls(),
    dropsOn: (kind, onset) => rowsOn[kind][onset] ?? NO_ROWS,
    fallsAt: (onset) => {
      const shifts = shiftsAt(onset)
      if (shifts === null) return null
      const known = falls.get(shifts) ?? brandFalls(shifts)
      falls.set(shifts, known)
      return known
    },
  }
}

type OfDrop = { readonly clickDays: ClickDays; readonly position?: number }

const situationOf = ({ fallsAt, ...looked }: Looked, drop: Drop, { clickDays, position }: OfDrop): Situation | null => {
  const { brand, portfolio } = looked
  const page =
    drop.of === 'keyword'
      ? leadingPage(brand, drop.index, { from: Math.max(0, drop.onset - PAGE_BEFORE_DAYS), until: drop.onset })
      : drop.page
  const made: (FallsAt | null)[] = []
  const at = (day: number): FallsAt | null => {
    const known = made[day]
    if (known !== undefined) return known
    const all = fallsAt(day)
    const rateOf = (rates: readonly number[]) => rates[Math.min(brand.length - day, rates.length - 1)] ?? 1
    const usual = { usual: rateOf(portfolio.usualFalls), usualLoss: rateOf(portfolio.usualLosses) }
    const found = all === null ? null : { shifts: all.shifts, falls: fallsOf(all, drop.index, page), ...usual }
    made[day] = found
    return found
  }
  const fallen = at(drop.onset)
  if (fallen === null) return null
  return {
    ...{ ...looked, ...fallen, drop, clickDays, page, at },
    position: position ?? changeOf(fallen.shifts, drop.index),
    day: brand.firstDay + drop.onset,
  }
}

/** 0 where it cannot be told. */
const changeOf = ({ changes }: Shifts, row: number): number => changes[row] || 0

/** What is certain by itself needs no third day: that the data is another one, or that many brands fell. */
const AT_ONCE: readonly CauseKind[] = ['measuring', 'many-brands']
const DAYS_SINCE_MIN = 3

const isNew = (brand: BrandSums, { onset }: Drop): boolean => brand.length - onset < DAYS_SINCE_MIN
const kindsFor = (brand: BrandSums, drop: Drop) => (isNew(brand, drop) ? AT_ONCE : CAUSE_KINDS)

type Told = { readonly drop: Drop; readonly page: number; readonly causes: readonly Cause[] }

const uncheckedOf = ({ brand, facts, portfolio }: Looked, { drop, page, causes }: Told): Unchecked[] => {
  const days = sumOver(brand.knownSums, { from: 0, until: drop.onset })
  const found: (Unchecked | false)[] = [
    days < DAYS_MIN && 'few-days',
    isNew(brand, drop) && 'too-new',
    brand.size < KEYWORDS_MIN && 'few-keywords',
    page === 0 && drop.of === 'keyword' && 'page-unknown',
    portfolio.brands < COMPARED_BRANDS_MIN && causes[0]?.kind !== 'many-brands' && 'few-brands',
    facts.slices.length === 0 && 'no-slices',
    facts.topics.length === 0 && 'no-topics',
  ]
  return found.filter((one) => one !== false)
}

export type CausesOptions = {
  readonly brand: BrandSums
  readonly facts: BrandFacts
  readonly portfolio: Portfolio
  readonly shiftsAt?: ShiftsAt
  readonly drops?: readonly Drop[]
}

export const causesOf = ({
  brand,
  facts,
  portfolio,
  shiftsAt = createShiftsAt(brand),
  drops = dropsOf(brand),
}: CausesOptions): DropCauses[] => {
  const looked = lookAt({ brand, facts, portfolio }, shiftsAt, drops)
  const causesOfOne = (drop: Drop, of: OfDrop): DropCauses => {
    const situation = situationOf(looked, drop, of)
    const causes = situation === null ? [] : kindsFor(brand, drop).flatMap((kind) => RULES[kind](situation) ?? [])
    return {
      keyword: brand.days.keywords[drop.index] ?? 0,
      drop,
      day: brand.firstDay + drop.onset,
      causes,
      unchecked: uncheckedOf(looked, { drop, page: situation?.page ?? 0, causes }),
    }
  }
  return [
    ...drops.map((drop) => causesOfOne(drop, { clickDays: clickDaysOf(brand, drop.index) })),
    ...groupDropsOf(brand, shiftsAt).map(({ drop, ...of }) => causesOfOne(drop, of)),
  ]
}
