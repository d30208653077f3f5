// Brands of an agency with causes in their days: each alone and overlapping, among events that explain nothing.
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { createRandom, type Random } from '../random.ts'
import { type Plant, type Planted, plant, plantEngineChange } from './plants.ts'
import { bareBrand, type SimulatedBrand, type SimulationOptions, simulateBrand } from './simulated-brand.ts'

export type PlantedBrand = SimulatedBrand & Planted
export type World = {
  readonly brands: readonly PlantedBrand[]
  readonly breaks: readonly { day: number; brandIds: ReadonlySet<string> }[]
}

type WorldOptions = Omit<SimulationOptions, 'index' | 'firstDay'> & {
  readonly brands: number
  /** Days, counted from the first, of changes at the search engine. */
  readonly breakDays: readonly number[]
  readonly isQuiet?: boolean
}

export const FIRST_DAY = 20_400
const KINDS = [
  ...(['whole-site', 'topic', 'topic', 'one-slice', 'one-slice', 'measuring'] as const),
  ...(['one-page', 'one-page', 'one-page', 'another-page', 'another-page', 'another-page'] as const),
  ...([
    'demand',
    'demand',
    'demand',
    'demand',
    'results-page',
    'results-page',
    'results-page',
    'results-page',
  ] as const),
  ...(['own-action', 'own-action', 'own-action'] as const),
] as const satisfies readonly Exclude<CauseKind, 'many-brands'>[]
const SLOT_DAYS = 17
const FIRST_PLANT = 62
const OVERLAP_SHARE = 0.3
const BRANDS_HIT = 0.3

const kindOf = (random: Random) => KINDS[Math.floor(random() * KINDS.length)] ?? 'whole-site'

/** Articles, permissions, models and audits on days of their own: they explain nothing. */
const addEvents = (planted: Planted, length: number, random: Random, pages: readonly string[]): void => {
  const page = () => pages[Math.floor(random() * pages.length)] ?? ''
  for (let at = 30; at < length; at += 1) {
    if (random() < 1 / 8) planted.actions.push({ kind: random() < 0.7 ? 'published' : 'unpublished', at, page: page() })
    if (random() < 1 / 40) planted.actions.push({ kind: random() < 0.5 ? 'permission' : 'model', at, page: null })
    if (random() < 1 / 60) planted.actions.push({ kind: 'audit', at, page: null })
  }
}

const plantBrand = (
  options: WorldOptions,
  random: Random,
  index: number,
): PlantedBrand & { readonly hits: readonly number[] } => {
  const planted: Planted = { plants: [], actions: [] }
  const { targets } = bareBrand({ ...options, index, firstDay: FIRST_DAY })
  const pages = [...new Set(targets.map(({ page }) => page))]
  addEvents(planted, options.length, random, pages)
  const hits: number[] = []
  if (options.isQuiet !== true) {
    for (let at = FIRST_PLANT + Math.floor(SLOT_DAYS * random()); at < options.length - 6; at += SLOT_DAYS) {
      if (random() < 0.25) continue
      const first = plant(planted, { kind: kindOf(random), at, random, targets })
      // Something is published on the day on which the whole site falls.
      if (first.kind === 'whole-site' && random() < 0.5)
        planted.actions.push({ kind: 'published', at, page: pages[Math.floor(random() * pages.length)] ?? '' })
      if (random() < OVERLAP_SHARE)
        plant(planted, { kind: kindOf(random), at: at + Math.floor(7 * random()) - 3, random, targets })
    }
    for (const day of options.breakDays) {
      if (random() >= BRANDS_HIT) continue
      hits.push(day)
      plantEngineChange(planted, day, random, targets)
      // Articles of the same day, on pages that fall as the others do.
      for (let count = 0; random() < 0.6 && count < 3; count += 1)
        planted.actions.push({ kind: 'published', at: day, page: pages[Math.floor(random() * pages.length)] ?? '' })
    }
  }
  const brand = simulateBrand({ ...options, index, firstDay: FIRST_DAY }, planted.plants)
  return { ...brand, ...planted, hits }
}

export const createWorld = (options: WorldOptions): World => {
  const random = createRandom(options.seed * 7919 + 13)
  const brands = Array.from({ length: options.brands }, (_, index) => plantBrand(options, random, index))
  const breaks = options.breakDays.map((day) => ({
    day,
    brandIds: new Set(brands.filter(({ hits }) => hits.includes(day)).map(({ brandId }) => brandId)),
  }))
  return { brands, breaks }
}

/** What was planted on a keyword and may explain what is seen on day `at`. */
export const plantsOn = (brand: PlantedBrand, keyword: number, at: number, isPosition: boolean): readonly Plant[] =>
  brand.plants.filter(
    ({ keywords, from, until, shows }) =>
      from <= at &&
      from >= at - TRUTH_DAYS &&
      until > from &&
      (!isPosition || shows === 'position') &&
      keywords.has(keyword),
  )
const TRUTH_DAYS = 20
