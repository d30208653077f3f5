// Looks at the simulated brands every third day, as a person would, and compares the causes with what was planted.

import { type BrandSums, brandSums, CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import type { Cause } from '../../../src-main/causes/rules/cause.ts'
import { causesOf } from '../../../src-main/causes/rules/causes-of.ts'
import { type Drop, dropsOf } from '../../../src-main/causes/rules/drops.ts'
import { type BrandSummary, portfolioOf, summaryOf } from '../../../src-main/causes/rules/portfolio.ts'
import { createShiftsAt, type ShiftsAt } from '../../../src-main/causes/rules/shifts.ts'
import type { BrandFacts, Portfolio } from '../../../src-main/causes/rules/situation.ts'
import type { Topic } from '../../../src-main/causes/rules/topics.ts'
import type { KeywordColumns } from '../../../src-main/rankings/public.ts'
import { CAUSE_KINDS } from '../../../src-shared/desk/values/cause-kinds.ts'
import { toMatrix } from './matrix.ts'
import type { Plant } from './plants.ts'
import type { SliceName } from './simulated-brand.ts'
import { createWorld, FIRST_DAY, type PlantedBrand, plantsOn, type World } from './world.ts'

export type KindCount = {
  planted: number
  named: number
  right: number
  called: number
  calledRight: number
  overlapping: number
  overlappingNamed: number
  overlappingRight: number
}
/**
 * What was done to the whole brand leaves no page of it untouched, so nothing tells that it is the cause: right is to name
 * the fall of the site and to say with it what was done.
 */
const ON_BRAND = 'own-action-on-brand'
export const PLANTED_KINDS = [...CAUSE_KINDS, ON_BRAND] as const
type PlantedKind = (typeof PLANTED_KINDS)[number]
const plantedKind = ({ kind, action }: Plant): PlantedKind =>
  action !== null && action.page === null ? ON_BRAND : kind

export type Trials = {
  readonly kinds: Record<PlantedKind, KindCount>
  /** Falls of a site to which nothing was done, and those that name an action of the days before beside it. */
  readonly saidBeside: { drops: number; said: number }
  noise: number
  noiseNamed: number
  readonly noiseKinds: Record<string, number>
  readonly confusion: Record<string, number>
  /** Drops of what hit a whole brand on the days of a change at the search engine: no data tells the two apart. */
  readonly collisions: { drops: number; named: number; right: number; manyBrands: number }
  /** Own action named first for a drop of a cause that moved the controls too. */
  controlsMoved: number
  ownActionWrong: number
  breaks: number
  breaksFound: number
  falseBreaks: number
  looks: number
}

const LOOK_EVERY = 3
const LOOK_FROM = 62

type Looked = {
  readonly brand: PlantedBrand
  readonly sums: BrandSums
  readonly shiftsAt: ShiftsAt
  readonly summary: BrandSummary
  readonly drops: readonly Drop[]
}

const sumsOf = (columns: readonly KeywordColumns[], at: number): BrandSums => {
  const from = at - CAUSE_DAYS + 1
  const cut = <Values extends Float32Array | Uint32Array>(values: Values): Values =>
    values.subarray(from, at + 1) as Values // of its own kind
  const keywords = new Map(
    columns.map(({ pages, positions, clicks, impressions }, index) => [
      index,
      { pages: cut(pages), positions: cut(positions), clicks: cut(clicks), impressions: cut(impressions) },
    ]),
  )
  return brandSums({
    firstDay: FIRST_DAY + from,
    known: Array<boolean>(CAUSE_DAYS).fill(true),
    days: toMatrix(keywords),
  })
}

/** Read when a rule asks for it. */
const sliceShifts = (brand: PlantedBrand, name: SliceName, at: number): ShiftsAt => {
  let shiftsAt: ShiftsAt | undefined
  return (onset) => {
    shiftsAt ??= createShiftsAt(sumsOf(brand.slices[name], at))
    return shiftsAt(onset)
  }
}

/** The 59 days up to this one. */
const lookAt = (brand: PlantedBrand, at: number): Looked => {
  const sums = sumsOf(brand.columns, at)
  const shiftsAt = createShiftsAt(sums)
  const drops = dropsOf(sums)
  return { brand, sums, shiftsAt, drops, summary: summaryOf(brand.brandId, sums, shiftsAt, drops) }
}

const topicsOf = (brand: PlantedBrand): Topic[] =>
  Array.from(
    Map.groupBy(
      brand.targets.filter(({ topic }) => topic !== ''),
      ({ topic }) => topic,
    ),
    ([name, members]) => ({ name, members: new Set(members.map(({ index }) => index)) }),
  )

const factsOf = (brand: PlantedBrand, at: number): BrandFacts => {
  return {
    brandId: brand.brandId,
    topics: topicsOf(brand),
    actions: brand.actions
      .filter((action) => action.at <= at)
      .map(({ kind, at: on, page }) => {
        const number = page === null ? null : brand.pageNumbers.get(page)
        return {
          day: FIRST_DAY + on,
          pages: number === null ? null : new Set(number === undefined ? [] : [number]),
          text: kind,
        }
      }),
    slices: (['mobile', 'desktop'] as const).map((name) => ({
      of: 'device' as const,
      name,
      shiftsAt: sliceShifts(brand, name, at),
    })),
  }
}

/** Plants on keywords with a quarter of the clicks of the page, or of the brand. */
const plantsOnMost = (brand: PlantedBrand, { of, page }: Drop, at: number): readonly Plant[] => {
  const own = brand.columns.flatMap(({ pages, clicks }, index) => {
    const days = clicks.subarray(at - 40, at - 20)
    const isOn = of === 'brand' || pages.subarray(at - 40, at - 10).includes(page)
    return isOn ? [{ index, clicks: days.reduce((sum, value) => sum + value, 0) }] : []
  })
  const weightOf = (plant: Plant) =>
    own.reduce((sum, { index, clicks }) => sum + (plant.keywords.has(index) ? clicks : 0), 0)
  const all = own.reduce((sum, { clicks }) => sum + clicks, 0)
  return brand.plants.filter(({ from }) => from <= at && from >= at - 20).filter((plant) => weightOf(plant) >= all / 4)
}

const emptyCount = (): KindCount => ({
  planted: 0,
  named: 0,
  right: 0,
  called: 0,
  calledRight: 0,
  overlapping: 0,
  overlappingNamed: 0,
  overlappingRight: 0,
})
const emptyTrials = (): Trials => ({
  kinds: Object.fromEntries(PLANTED_KINDS.map((kind) => [kind, emptyCount()])) as Trials['kinds'], // one of each
  saidBeside: { drops: 0, said: 0 },
  collisions: { drops: 0, named: 0, right: 0, manyBrands: 0 },
  ...{ noise: 0, noiseNamed: 0, noiseKinds: {}, confusion: {}, controlsMoved: 0, ownActionWrong: 0 },
  ...{ breaks: 0, breaksFound: 0, falseBreaks: 0, looks: 0 },
})

const OUTER: ReadonlySet<PlantedKind> = new Set(['many-brands', 'whole-site', 'topic', 'measuring'])

const isPlanted = (plants: readonly Plant[], cause: Cause | undefined): boolean =>
  plants.some((plant) =>
    plantedKind(plant) === ON_BRAND
      ? cause?.kind === 'whole-site' && (cause.figures.done ?? []).some(({ text }) => text === plant.action?.kind)
      : cause?.kind === plant.kind,
  )

const countDrop = (trials: Trials, plants: readonly Plant[], cause: Cause | undefined, of: Drop['of']): void => {
  const planted = new Set(plants.map(plantedKind))
  const named = cause?.kind ?? null
  if (planted.size === 0) {
    trials.noise += 1
    if (named !== null) {
      trials.noiseNamed += 1
      const key = `${of} ${named}`
      trials.noiseKinds[key] = (trials.noiseKinds[key] ?? 0) + 1
    }
    return
  }
  const isRight = isPlanted(plants, cause)
  if (named === 'whole-site' && !planted.has(ON_BRAND)) {
    trials.saidBeside.drops += 1
    if (cause?.figures.done !== undefined) trials.saidBeside.said += 1
  }
  if (named !== null) {
    trials.kinds[named].called += 1
    if (isRight) trials.kinds[named].calledRight += 1
  }
  for (const kind of planted) {
    const count = trials.kinds[kind]
    if (planted.size > 1) {
      count.overlapping += 1
      if (named !== null) count.overlappingNamed += 1
      if (isRight) count.overlappingRight += 1
      continue
    }
    count.planted += 1
    if (named !== null) count.named += 1
    if (isRight) count.right += 1
    if (!isRight) {
      const key = `${of} ${kind} as ${named ?? 'none'}`
      trials.confusion[key] = (trials.confusion[key] ?? 0) + 1
    }
  }
  if ([...planted].some((kind) => OUTER.has(kind)) && !planted.has('own-action')) {
    trials.controlsMoved += 1
    if (named === 'own-action') trials.ownActionWrong += 1
  }
}

export type TrialOptions = {
  readonly seed: number
  readonly brands: number
  readonly keywords: number
  readonly length: number
  readonly noise: number
}

const COLLISION_DAYS = 2
const BRAND_WIDE = 0.4

const isCollision = ({ breaks }: World, brand: PlantedBrand, planted: readonly Plant[]): boolean =>
  planted.some(
    ({ from, keywords, kind }) =>
      kind !== 'many-brands' &&
      keywords.size >= BRAND_WIDE * brand.columns.length &&
      breaks.some(({ day }) => Math.abs(day - from) <= COLLISION_DAYS),
  )

const countCollision = ({ collisions }: Trials, plants: readonly Plant[], cause: Cause | undefined): void => {
  collisions.drops += 1
  if (cause !== undefined) collisions.named += 1
  if (isPlanted(plants, cause)) collisions.right += 1
  if (cause?.kind === 'many-brands') collisions.manyBrands += 1
}

/** Counted once while it goes on; judged on its third day, or before where a cause is named before. */
const countBrand = (
  { world, trials, counted, at }: { world: World; trials: Trials; counted: Map<string, number>; at: number },
  { brand, sums, shiftsAt, drops }: Looked,
  portfolio: Portfolio,
): void => {
  const found = causesOf({ brand: sums, facts: factsOf(brand, at), portfolio, shiftsAt, drops })
  for (const { keyword, drop, day, causes } of found) {
    const key = `${brand.brandId} ${drop.of} ${keyword} ${drop.page}`
    const last = counted.get(key)
    if (last !== undefined && day - last <= 6) {
      counted.set(key, day)
      continue
    }
    if (sums.length - drop.onset < 3 && causes.length === 0) continue
    counted.set(key, day)
    const planted =
      drop.of === 'keyword' ? plantsOn(brand, keyword, at, drop.kind !== 'clicks') : plantsOnMost(brand, drop, at)
    if (isCollision(world, brand, planted)) countCollision(trials, planted, causes[0])
    else countDrop(trials, planted, causes[0], drop.of)
  }
}

const countBreaks = (trials: Trials, { brands, breaks }: World, length: number): void => {
  const breaksSeenOn = (day: number) => portfolioOf(brands.map((brand) => lookAt(brand, day).summary)).breaks
  for (const { day } of breaks) {
    trials.breaks += 1
    if (breaksSeenOn(day + 2).some(({ firstDay }) => Math.abs(firstDay - FIRST_DAY - day) <= 2)) trials.breaksFound += 1
  }
  for (let at = LOOK_FROM; at < length; at += 7) {
    trials.looks += 1
    for (const { firstDay } of breaksSeenOn(at))
      if (!breaks.some(({ day }) => Math.abs(firstDay - FIRST_DAY - day) <= 4)) trials.falseBreaks += 1
  }
}

export const runTrials = ({ seed, brands, keywords, length, noise }: TrialOptions): Trials => {
  const breakDays = [66 + (seed % 7), 86 + (seed % 5), 104 + (seed % 6)]
  const world = createWorld({ seed, brands, keywords, length, noise, breakDays })
  const trials = emptyTrials()
  const counted = new Map<string, number>()
  for (let at = LOOK_FROM; at < length; at += LOOK_EVERY) {
    const looked = world.brands.map((brand) => lookAt(brand, at))
    const portfolio = portfolioOf(looked.map(({ summary }) => summary))
    for (const one of looked) countBrand({ world, trials, counted, at }, one, portfolio)
  }
  countBreaks(trials, world, length)
  return trials
}
