// The rows of all brands: what the desk rolled up, beside the brand it belongs to; filtered and sorted here, since
// all brands (at most some hundreds) are on the page anyway.
import type { Brand, BrandOverview, HealthCause } from '../../../src-shared/desk/brands.ts'
import { brandText } from '../../format/brand-look.ts'
import { fuzzyFilter } from '../../format/fuzzy.ts'
import { joinParts } from '../../format/join-parts.ts'
import { compareNames } from '../../format/names.ts'
import { plural } from '../../format/numbers.ts'
import type { Params } from '../../state/location.ts'
import type { UrgentByBrand } from '../../state/today.ts'

export type BrandRow = {
  readonly brand: Brand
  readonly overview: BrandOverview
  /** Items of Today that cannot wait, as the rail counts them. */
  readonly urgent: number
}

export const SORTS = [
  'name',
  'visibility',
  'visibilityChange',
  'avgPosition',
  'realDown',
  'lostClicks',
  'clicks',
  'keywords',
  'health',
  'fetchedAt',
] as const
export type Sort = (typeof SORTS)[number]

export type BrandQuery = {
  readonly text: string
  readonly tag: string | null
  readonly health: BrandOverview['health'] | null
  readonly sort: Sort
  readonly isDescending: boolean
}

const HEALTHS = ['attention', 'warning', 'empty', 'ok'] as const
const isSort = (value: string | undefined): value is Sort => SORTS.some((sort) => sort === value)

/** The biggest loss first: that is what a person looks for here; Today lists what needs an action. */
export const queryFromParams = ({ q = '', tag, health, sort, order }: Params): BrandQuery => ({
  text: q,
  tag: tag ?? null,
  health: HEALTHS.find((word) => word === health) ?? null,
  sort: isSort(sort) ? sort : 'lostClicks',
  isDescending: isSort(sort) ? order === 'desc' : true,
})

/** A brand that the rail lists as one that needs attention is no healthy one here. */
export const stateOf = ({ overview, urgent }: BrandRow): BrandOverview['health'] =>
  urgent > 0 ? 'attention' : overview.health

export const fetchedAtOf = (overview: BrandOverview): string | null =>
  overview.freshness.find((row) => row.dataset === 'rankings')?.fetchedAt ?? null

type Key = string | number | null

const keyOf = (row: BrandRow, sort: Sort): Key => {
  const { brand, overview } = row
  if (sort === 'name') return brand.name.toLocaleLowerCase()
  if (sort === 'health') return HEALTHS.indexOf(stateOf(row))
  if (sort === 'fetchedAt') return fetchedAtOf(overview)
  return overview[sort]
}

const compareKeys = (a: NonNullable<Key>, b: NonNullable<Key>): number =>
  typeof a === 'string' && typeof b === 'string' ? compareNames(a, b) : Number(a) - Number(b)

/** No value comes last in either direction; equals go by name. */
const comparator =
  ({ sort, isDescending }: BrandQuery) =>
  (a: BrandRow, b: BrandRow): number => {
    const [left, right] = [keyOf(a, sort), keyOf(b, sort)]
    const byName = compareNames(a.brand.name, b.brand.name)
    if (left === null || right === null) return left === right ? byName : left === null ? 1 : -1
    return compareKeys(left, right) * (isDescending ? -1 : 1) || byName
  }

export const joinRows = (
  overviews: readonly BrandOverview[],
  brands: ReadonlyMap<string, Brand>,
  urgent: UrgentByBrand,
): readonly BrandRow[] =>
  overviews.flatMap((overview) => {
    const brand = brands.get(overview.brandId)
    return brand === undefined ? [] : [{ brand, overview, urgent: urgent.get(brand.id) ?? 0 }]
  })

export const selectRows = (rows: readonly BrandRow[], query: BrandQuery): readonly BrandRow[] =>
  fuzzyFilter(query.text, rows, ({ brand }) => brandText(brand))
    .filter(
      (row) =>
        (query.health === null || stateOf(row) === query.health) &&
        (query.tag === null || row.brand.tags.includes(query.tag)),
    )
    .sort(comparator(query))

export type Totals = {
  readonly brands: number
  readonly visibility: number | null
  readonly visibilityChange: number | null
  readonly clicks: number
  readonly impressions: number
  readonly keywords: number
  readonly realUp: number | null
  readonly realDown: number | null
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** Null where no brand has a value. */
const sumOfKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known)
}
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

/** Over the rows shown; averages count each brand that has a value once. */
export const totalsOf = (rows: readonly BrandRow[]): Totals => {
  const overviews = rows.map((row) => row.overview)
  return {
    brands: rows.length,
    visibility: mean(overviews.map((one) => one.visibility)),
    visibilityChange: mean(overviews.map((one) => one.visibilityChange)),
    clicks: sum(overviews.map((one) => one.clicks)),
    impressions: sum(overviews.map((one) => one.impressions)),
    keywords: sum(overviews.map((one) => one.keywords)),
    realUp: sumOfKnown(overviews.map((one) => one.realUp)),
    realDown: sumOfKnown(overviews.map((one) => one.realDown)),
  }
}

/** Short enough for the narrow column; its title and the sync centre show the whole reason. */
export const CAUSE_LABELS: Record<HealthCause, string> = {
  'key-missing': 'needs a key',
  'key-refused': 'key refused',
  'no-access': 'no access',
  'address-changed': 'address changed',
  never: 'not synced',
  stale: 'outdated',
  invalid: 'not accepted',
  unauthorized: 'key refused',
  forbidden: 'no access',
  'not-found': 'not found',
  conflict: 'conflict',
  'no-credits': 'no credits',
  'rate-limited': 'rate limited',
  service: 'service error',
  network: 'offline',
  'bad-response': 'unexpected reply',
  keychain: 'keychain locked',
  storage: 'not stored',
  cancelled: 'cancelled',
  'unknown-outcome': 'unknown outcome',
}

export const HEALTH_LABELS: Record<BrandOverview['health'], string> = {
  attention: 'Needs attention',
  warning: 'Waiting',
  empty: 'Not synced',
  ok: 'Healthy',
}

/** What is wrong with a brand in a few words: what blocks its data first, then what Today lists as urgent. */
export const stateText = (row: BrandRow): string => {
  const { health, healthCause } = row.overview
  if (row.urgent > 0 && health !== 'attention') return `${row.urgent} urgent`
  return healthCause === null ? HEALTH_LABELS[stateOf(row)] : CAUSE_LABELS[healthCause]
}

/** The same in full. */
export const stateTitle = ({ overview, urgent }: BrandRow): string =>
  joinParts([urgent === 0 ? '' : `${plural(urgent, 'urgent item')} in Today`, overview.healthReason ?? ''])
