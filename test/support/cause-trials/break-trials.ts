// Changes at the search engine alone: how many planted ones are found by their third day, and how many are found in years
// without one.
import { dayChanges } from '../../../src-main/causes/rules/brand-steps.ts'
import { CAUSE_DAYS, positionSums } from '../../../src-main/causes/rules/brand-sums.ts'
import { type BrandChanges, breaksIn } from '../../../src-main/causes/rules/breaks.ts'
import { createRandom } from '../random.ts'
import { toMatrix } from './matrix.ts'
import { type Planted, plantEngineChange } from './plants.ts'
import { bareBrand, type SimulationOptions, simulateBrand } from './simulated-brand.ts'
import { FIRST_DAY } from './world.ts'

type Options = Pick<SimulationOptions, 'seed' | 'keywords' | 'length' | 'noise'> & { readonly brands: number }
type Changes = Pick<BrandChanges, 'brandId'> & { readonly changes: Float64Array }

const BRANDS_HIT = { least: 0.15, most: 0.45 } as const

const changesOf = (options: Options, index: number, planted: Planted): Changes => {
  const brand = simulateBrand({ ...options, index, firstDay: FIRST_DAY }, planted.plants)
  const known = Array<boolean>(options.length).fill(true)
  const keywords = new Map(brand.columns.map((columns, keyword) => [keyword, columns]))
  return { brandId: brand.brandId, changes: dayChanges(positionSums(known, toMatrix(keywords))) }
}

/** What the desk knows on day `at`: the days that it looks at, and no more. */
const knownOn = (brands: readonly Changes[], at: number): BrandChanges[] =>
  brands.map(({ brandId, changes }) => {
    const from = at - CAUSE_DAYS + 1
    // The first day has nothing before it to be compared with.
    return { brandId, firstDay: FIRST_DAY + from, changes: changes.slice(from, at + 1).fill(Number.NaN, 0, 1) }
  })

const breaksOn = (brands: readonly Changes[], at: number, days: number) =>
  breaksIn(knownOn(brands, at), { from: FIRST_DAY + at - days + 1, to: FIRST_DAY + at })

/** Breaks on these days, in brands in which nothing else happens. */
export const plantedBreaks = (options: Options, breakDays: readonly number[]): { found: number; of: number } => {
  const random = createRandom(options.seed * 104_729 + 7)
  const shares = breakDays.map(() => BRANDS_HIT.least + (BRANDS_HIT.most - BRANDS_HIT.least) * random())
  const brands = Array.from({ length: options.brands }, (_, index) => {
    const planted: Planted = { plants: [], actions: [] }
    const { targets } = bareBrand({ ...options, index, firstDay: FIRST_DAY })
    for (const [at, day] of breakDays.entries())
      if (random() < (shares[at] ?? 0)) plantEngineChange(planted, day, random, targets)
    return changesOf(options, index, planted)
  })
  const isFound = (day: number) =>
    breaksOn(brands, day + 2, 5).some(({ firstDay }) => Math.abs(firstDay - FIRST_DAY - day) <= 2)
  return { found: breakDays.filter(isFound).length, of: breakDays.length }
}

/** Breaks that are found where there is none. */
export const quietBreaks = (options: Options): number => {
  const brands = Array.from({ length: options.brands }, (_, index) =>
    changesOf(options, index, { plants: [], actions: [] }),
  )
  let found = 0
  let last = 0
  for (let at = CAUSE_DAYS; at < options.length; at += 1)
    for (const { firstDay } of breaksOn(brands, at, 2)) {
      if (firstDay > last + 8) found += 1
      last = firstDay
    }
  return found
}
