// Many brands at once: on the same days the positions of more brands make a step than chance gives. Nothing that one
// brand does can do that; a change at the search engine can.
import { commonStep, stepsOver } from './brand-steps.ts'
import { tailOf } from './chance.ts'

/** How one brand moved from day to day (brand-steps.ts). */
export type BrandChanges = {
  readonly brandId: string
  readonly firstDay: number
  readonly changes: ArrayLike<number>
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
 * A change that hits few brands hard shows at the upper limits, one that hits many of them a little at the lowest. By chance
 * a brand passes them within three days at least so often.
 */
const LIMITS = [
  { deviations: 2.5, usualMin: 0.02 },
  { deviations: 3.5, usualMin: 0.005 },
  { deviations: 5, usualMin: 0.003 },
] as const
type Limit = (typeof LIMITS)[number]
/** With the break certain, a brand belongs to it from here on. */
const DEVIATIONS_OF_ONE = 3
const BRANDS_MIN = 3
const CHANCE_MAX = 1e-5
/** It comes over so many days: a short step is clearest in one, one that comes slowly in three. */
const STEP_DAYS = [1, 2, 3] as const
/** A step is seen on these days after the first one, the first of them included. */
const SEEN_DAYS = 6
/** On its first day a break goes this part at least of what it goes on the day on which it goes the most. */
const FIRST_DAY_SHARE = 0.35
/** A leap of one brand days before, from another cause, does not date the break. */
const DATED_DEVIATIONS = 5

type Deviations = {
  readonly brandId: string
  /** The largest of the steps that end on that day, in what such steps of the brand commonly are; NaN: not known. */
  readonly at: (day: number) => number
  /** The same of the last day alone. */
  readonly on: (day: number) => number
}

type Steps = { readonly steps: Float64Array; readonly common: number }

/** Brands are compared at every look, and few of them changed since the last one. */
const known = new WeakMap<BrandChanges, readonly Steps[]>()

const stepsOf = (brand: BrandChanges): readonly Steps[] => {
  const own =
    known.get(brand) ??
    STEP_DAYS.map((days) => {
      const steps = stepsOver(brand.changes, days)
      return { steps, common: commonStep(steps) }
    })
  known.set(brand, own)
  return own
}

/** Of each brand in its own deviations; half of a deviation is what is common in all brands. */
const byDeviation = (brands: readonly Steps[]): Float64Array[] => {
  const sorted = brands.map(({ common }) => common).filter((common) => common > 0)
  const middle = sorted.sort((one, other) => one - other)[sorted.length >> 1] ?? Number.NaN
  return brands.map(({ steps, common }) => {
    const spread = common > 0 ? Math.sqrt((common ** 2 + middle ** 2) / 2) : Number.NaN
    return steps.map((step) => step / spread)
  })
}

const NO_STEPS: Steps = { steps: new Float64Array(), common: Number.NaN }

const deviationsOf = (brands: readonly BrandChanges[]): Deviations[] => {
  const bySpan = STEP_DAYS.map((_, at) => byDeviation(brands.map((brand) => stepsOf(brand)[at] ?? NO_STEPS)))
  return brands.map(({ brandId, firstDay }, brand) => {
    const [first = new Float64Array(), ...longer] = bySpan.map((all) => all[brand] ?? new Float64Array())
    // Over more days it is known from later on.
    const most = first.map((one, day) =>
      longer.reduce((sum, steps) => ((steps[day] ?? sum) > sum ? (steps[day] ?? sum) : sum), one),
    )
    return {
      brandId,
      at: (day) => most[day - firstDay] ?? Number.NaN,
      on: (day) => first[day - firstDay] ?? Number.NaN,
    }
  })
}

type Span = { readonly from: number; readonly to: number }
type DayChance = { readonly day: number; readonly of: number; readonly chance: number }
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

/** What is usual is not well known from few days. */
const CAUTION = 1.5
const CALM_SHARE = 0.7

/** How often a brand passes the limit on one of these days. */
const rateOf = (counts: readonly DayCount[]): number => {
  const sums = counts.reduce((sum, { of, fell }) => ({ of: sum.of + of, fell: sum.fell + fell }), { of: 0, fell: 0 })
  return sums.of === 0 ? 1 : (CAUTION * sums.fell) / sums.of
}

/** Over all days, the ones with the most left out: which of them are breaks is not known yet. */
const calmRate = (counts: readonly DayCount[]): number =>
  rateOf(counts.toSorted((one, other) => one.fell - other.fell).slice(0, Math.ceil(counts.length * CALM_SHARE)))

/** A break is counted on these days around the one on which it is the clearest. */
const AROUND = { before: 3, after: 4 } as const

/** Over all days apart from those of breaks: days on which two or three brands happen to fall together are among them. */
const otherRate = (counts: readonly DayCount[], breaks: readonly DayChance[]): number =>
  rateOf(
    counts.filter(({ day }) => breaks.every((one) => day < one.day - AROUND.before || day > one.day + AROUND.after)),
  )

/** Of the days around it the first on which the brands of a break go a good part of what they go on any day of them. */
const firstDayOf = (brands: readonly Deviations[], seen: number, until: number): number => {
  const meanOn = (day: number): number => {
    const all = brands.map(({ on }) => on(day)).filter((one) => !Number.isNaN(one))
    return all.reduce((sum, one) => sum + Math.min(DATED_DEVIATIONS, one), 0) / Math.max(1, all.length)
  }
  const days = Array.from({ length: until - seen + 4 }, (_, index) => seen - 3 + index)
  const most = Math.max(...days.map(meanOn))
  return days.find((day) => meanOn(day) >= FIRST_DAY_SHARE * most) ?? seen
}

type LimitCounts = { readonly limit: Limit; readonly counts: readonly DayCount[] }

const countsIn = (brands: readonly Deviations[], { from, to }: Span): LimitCounts[] =>
  LIMITS.map((limit) => {
    const counts = Array.from({ length: to - from + 1 }, (_, at) => countOn(brands, from + at, limit.deviations))
    return { limit, counts: counts.filter(({ of }) => of >= BRANDS_MIN) }
  })

/** How likely chance is to have so many, by day, at the limit that tells more; each further limit is a further try of chance. */
const chancesOf = (all: readonly LimitCounts[], rateIn: (counts: readonly DayCount[]) => number): DayChance[] => {
  const byDay = new Map<number, DayChance>()
  for (const { limit, counts } of all) {
    const usual = Math.max(limit.usualMin, rateIn(counts))
    for (const { day, of, fell } of counts) {
      const chance = fell < BRANDS_MIN ? 1 : Math.min(1, LIMITS.length * tailOf({ of, fell }, usual))
      if (chance < (byDay.get(day)?.chance ?? 2)) byDay.set(day, { day, of, chance })
    }
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
export const breaksIn = (all: readonly BrandChanges[], { from, to }: Span): Break[] => {
  const brands = deviationsOf(all)
  const earliest = Math.min(...all.map(({ firstDay }) => firstDay))
  const counts = countsIn(brands, { from: earliest, to })
  const likely = peaksOf(chancesOf(counts, calmRate))
  const certain = likely.length === 0 ? [] : peaksOf(chancesOf(counts, (ofLimit) => otherRate(ofLimit, likely)))
  const breaks = certain.map(({ day, of, chance }): Break => {
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
