// What all brands together tell about one of them.

import { dayChanges } from './brand-steps.ts'
import type { BrandSums } from './brand-sums.ts'
import { type BrandChanges, breaksIn } from './breaks.ts'
import type { Drop } from './drops.ts'
import { FELL, GONE, HELD, type ShiftsAt } from './shifts.ts'
import type { DropRates, Portfolio } from './situation.ts'

/** A break is news for so many days. */
const BREAK_DAYS = 21
const AGES = Array.from({ length: 15 }, (_, age) => age)
const KEYWORDS_MIN = 8
const BRANDS_MIN = 5

/** What is kept of each brand. */
export type BrandSummary = BrandChanges & {
  /** The share of its keywords that fell, by how many days before the newest one the fall began; NaN: not known. */
  readonly falls: readonly number[]
  /** The share that no longer ranks since then. */
  readonly losses: readonly number[]
  /** The share of its keywords with a real drop that began so many days before the newest one. */
  readonly drops: DropRates
}

const countsOf = (states: Uint8Array) => {
  let [held, fell, gone] = [0, 0, 0]
  for (const state of states) {
    if (state === HELD) held += 1
    else if (state === FELL) fell += 1
    else if (state === GONE) gone += 1
  }
  return { held, fell, gone }
}

export const summaryOf = (
  brandId: string,
  brand: BrandSums,
  shiftsAt: ShiftsAt,
  drops: readonly Drop[],
): BrandSummary => {
  const ages = AGES.map((age) => {
    const states = age < 1 ? undefined : shiftsAt(brand.length - age)?.states
    if (states === undefined) return { falls: Number.NaN, losses: Number.NaN }
    const { held, fell, gone } = countsOf(states)
    const judged = held + fell + gone
    return judged < KEYWORDS_MIN
      ? { falls: Number.NaN, losses: Number.NaN }
      : { falls: (fell + gone) / judged, losses: gone / judged }
  })
  const rates = (kind: Drop['kind']) =>
    AGES.map((age) => {
      const own = drops.filter((drop) => drop.kind === kind && brand.length - drop.onset === age)
      return own.length / Math.max(1, brand.size)
    })
  return {
    brandId,
    firstDay: brand.firstDay,
    changes: dayChanges(brand),
    falls: ages.map(({ falls }) => falls),
    losses: ages.map(({ losses }) => losses),
    drops: { down: rates('down'), lost: rates('lost') },
  }
}

/** What is usual is read from brands that are in no break, and the calmer ones of them: a break that is too small to be found
 * may be in others. */
const CALM = 0.4

const middleOf = (values: readonly number[], { least, unknown }: { least: number; unknown: number }): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other)
  return sorted.length < BRANDS_MIN ? unknown : Math.max(least, sorted[Math.floor(sorted.length * CALM)] ?? unknown)
}
const FALLS = { least: 0.02, unknown: 0.12 } as const
const LOSSES = { least: 0.01, unknown: 0.03 } as const
const DROPS = { least: 0.0005, unknown: 0.004 } as const

export const portfolioOf = (brands: readonly BrandSummary[]): Portfolio => {
  const last = Math.max(...brands.map(({ firstDay, changes }) => firstDay + changes.length - 1))
  const breaks = breaksIn(brands, { from: last - BREAK_DAYS + 1, to: last })
  const calm = brands.filter(({ brandId }) => !breaks.some(({ brandIds }) => brandIds.has(brandId)))
  const middle = (
    of: (brand: BrandSummary) => readonly number[],
    limits: typeof FALLS | typeof DROPS | typeof LOSSES,
  ) =>
    AGES.map((age) =>
      middleOf(
        calm.map((brand) => of(brand)[age] ?? Number.NaN),
        limits,
      ),
    )
  return {
    brands: brands.length,
    breaks,
    usualFalls: middle(({ falls }) => falls, FALLS),
    usualLosses: middle(({ losses }) => losses, LOSSES),
    usualDrops: { down: middle(({ drops }) => drops.down, DROPS), lost: middle(({ drops }) => drops.lost, DROPS) },
  }
}
