// Many brands at once: on the same days the positions of more brands make a step than chance gives. Nothing that one
// brand does can do that; a change at the search engine can.
import { tailOf } from './chance.ts'

/** Steps of one brand by day (brand-steps.ts). */
export type BrandStepDays = {
  readonly brandId: string
  readonly firstDay: number
  readonly steps: ArrayLike<number>
  /** What its steps commonly are, as a standard deviation. */
  readonly common: number
}

/** Days as numbers since 1970. */
export type Break = {
  readonly firstDay: number
  readonly brandIds: ReadonlySet<string>
  /** Brands whose days were looked at. */
  readonly of: number
  /** How likely chance is to give so many. */
  readonly chance: number
}

/**
 * A change that hits few brands hard shows at the upper limit, one that hits many of them a little at the lower one. By chance
 * a brand passes them within three days at least so often.
 */
const LIMITS = [
  { deviations: 2, usualMin: 0.02 },
  { deviations: 3.5, usualMin: 0.003 },
] as const
type Limit = (typeof LIMITS)[number]
/** With the break certain, a brand belongs to it from here on. */
const DEVIATIONS_OF_ONE = 2.5
const BRANDS_MIN = 3
const CHANCE_MAX = 1e-4
/** A step is seen on these days after the first one, the first of them included. */
const SEEN_DAYS = 6
/** On the first day of a step the mean of three days has gone so far of its way. */
const FIRST_DAY_SHARE = 0.17

type Deviations = { readonly brandId: string; readonly at: (day: number) => number }

const deviationsOf = (brands: readonly BrandStepDays[]): Deviations[] => {
  const usable = brands.filter(({ common }) => common > 0)
  const sorted = usable.map(({ common }) => common).sort((one, other) => one - other)
  const middle = sorted[sorted.length >> 1] ?? 1
  return usable.map(({ brandId, firstDay, steps, common }) => {
    const spread = Math.sqrt((common ** 2 + middle ** 2) / 2)
    return { brandId, at: (day) => (steps[day - firstDay] ?? Number.NaN) / spread }
  })
}

type DayCount = { readonly day: number; readonly of: number; readonly fell: number }

/** It passed the limit on that day, and not on the days before: a step is counted when it comes, not while it is seen. */
const beganOn = (at: Deviations['at'], day: number, deviations: number): boolean => {
  if (!(at(day) >= deviations)) return false
  for (let back = 1; back <= SEEN_DAYS; back += 1) if (at(day - back) >= deviations) return false
  return true
}

const countOn = (brands: readonly Deviations[], day: number, deviations: number): DayCount => {
  const began = (at: Deviations['at'], back: number) => beganOn(at, day - back, deviations)
  let [of, fell] = [0, 0]
  for (const { at } of brands) {
    if (Number.isNaN(at(day))) continue
    of += 1
    if (began(at, 0) || began(at, 1) || began(at, 2)) fell += 1
  }
  return { day, of, fell }
}

/** Earlier breaks are not in the days that tell what is usual. */
const CALM_SHARE = 0.7

/** How often a brand passes the limit on a day: over all days, the ones with the most left out. */
const usualOf = (counts: readonly DayCount[], usualMin: number): number => {
  const calm = counts.toSorted((one, other) => one.fell - other.fell).slice(0, Math.ceil(counts.length * CALM_SHARE))
  const sums = calm.reduce((sum, { of, fell }) => ({ of: sum.of + of, fell: sum.fell + fell }), { of: 0, fell: 0 })
  return Math.max(usualMin, sums.of === 0 ? 1 : (1.5 * sums.fell) / sums.of)
}

/** The first day on which the brands of a break have gone a part of the way that they go. */
const firstDayOf = (brands: readonly Deviations[], seen: number, until: number): number => {
  const meanOn = (day: number): number => {
    const all = brands.map(({ at }) => at(day)).filter((one) => !Number.isNaN(one))
    return all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  }
  const days = Array.from({ length: until - seen + 3 }, (_, index) => seen - 2 + index)
  const most = Math.max(...days.map(meanOn))
  return days.find((day) => meanOn(day) >= FIRST_DAY_SHARE * most) ?? seen
}

type Span = { readonly from: number; readonly to: number }
type DayChance = { readonly day: number; readonly of: number; readonly chance: number }

/** How likely chance is to have so many brands pass the limit, by day. */
const chancesAt = (brands: readonly Deviations[], { deviations, usualMin }: Limit, { from, to }: Span): DayChance[] => {
  const counts: DayCount[] = []
  for (let day = from; day <= to; day += 1) {
    const count = countOn(brands, day, deviations)
    if (count.of >= BRANDS_MIN) counts.push(count)
  }
  const usual = usualOf(counts, usualMin)
  return counts.map(({ day, of, fell }) => ({ day, of, chance: fell < BRANDS_MIN ? 1 : tailOf({ of, fell }, usual) }))
}

/** At the limit that tells more; each further limit is a further try of chance. */
const chancesIn = (brands: readonly Deviations[], span: Span): DayChance[] => {
  const byDay = new Map<number, DayChance>()
  for (const limit of LIMITS)
    for (const one of chancesAt(brands, limit, span)) {
      const chance = Math.min(1, LIMITS.length * one.chance)
      if (chance < (byDay.get(one.day)?.chance ?? 2)) byDay.set(one.day, { ...one, chance })
    }
  return [...byDay.values()]
}

/** Days of which chance is the least likely to have so many, those around a chosen one left out. */
const peaksOf = (chances: readonly DayChance[]): DayChance[] => {
  const peaks: DayChance[] = []
  const least = chances
    .filter(({ chance }) => chance <= CHANCE_MAX)
    .toSorted((one, other) => one.chance - other.chance || one.day - other.day)
  for (const one of least) if (peaks.every(({ day }) => Math.abs(day - one.day) > SEEN_DAYS + 1)) peaks.push(one)
  return peaks.toSorted((one, other) => one.day - other.day)
}

/** Breaks that are seen on these days, the oldest first. */
export const breaksIn = (all: readonly BrandStepDays[], { from, to }: Span): Break[] => {
  const brands = deviationsOf(all)
  const earliest = Math.min(...all.map(({ firstDay }) => firstDay))
  const breaks = peaksOf(chancesIn(brands, { from: earliest, to })).map(({ day, of, chance }): Break => {
    const seenUntil = Math.min(to, day + SEEN_DAYS - 1)
    const isIn = ({ at }: Deviations) => {
      for (let one = day; one <= seenUntil; one += 1) if (at(one) >= DEVIATIONS_OF_ONE) return true
      return false
    }
    const fallen = brands.filter(isIn)
    return {
      firstDay: firstDayOf(fallen, day, seenUntil),
      brandIds: new Set(fallen.map(({ brandId }) => brandId)),
      of,
      chance,
    }
  })
  return breaks.filter(({ firstDay }) => firstDay >= from)
}
