// Which brands the overview lists, in which order, and what they add up to.

import type { Brand, BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { brandText } from '../../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { compareNames } from '../../../src-shared/desk/values/names.ts'
import { HEALTHS, type Health, type OverviewSort } from '../../../src-shared/desk/values/overview-order.ts'

type Figures = Pick<
  BrandOverview,
  | 'visibility'
  | 'visibilityChange'
  | 'avgPosition'
  | 'realUp'
  | 'realDown'
  | 'lostClicks'
  | 'clicks'
  | 'impressions'
  | 'keywords'
>
export type Standing = Figures & {
  readonly brand: Pick<Brand, 'id' | 'name' | 'tags'>
  readonly health: Health
  /** When its rankings were read. */
  readonly fetchedAtMs: number | null
}
type Asked = Pick<ParsedInput<'brands.overview'>, 'search' | 'tag' | 'health' | 'sort'>
type Key = string | number | null

const keyOf = (row: Standing, by: Exclude<OverviewSort, 'added'>): Key => {
  if (by === 'name') return row.brand.name
  if (by === 'fetchedAt') return row.fetchedAtMs
  return by === 'health' ? HEALTHS.indexOf(row.health) : row[by]
}

const compareKeys = (one: Key, other: Key, direction: 'asc' | 'desc'): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference =
    typeof one === 'string' && typeof other === 'string' ? compareNames(one, other) : Number(one) - Number(other)
  return direction === 'asc' ? difference : -difference
}

/** No value comes last in either direction; equals go by name. */
const inOrder = (rows: readonly Standing[], sort: Asked['sort']): Standing[] => {
  const added = new Map(rows.map((row, place) => [row, place]))
  const compare = (one: Standing, other: Standing): number => {
    for (const { by, direction } of sort) {
      const keys = [one, other].map((row) => (by === 'added' ? (added.get(row) ?? null) : keyOf(row, by)))
      const difference = compareKeys(keys[0] ?? null, keys[1] ?? null, direction)
      if (difference !== 0) return difference
    }
    return compareNames(one.brand.name, other.brand.name)
  }
  return rows.toSorted(compare)
}

/** Those that fit, sorted. `rows` are in the order in which the brands were added. */
export const selectBrands = (rows: readonly Standing[], { search = '', tag, health, sort }: Asked): Standing[] => {
  const found = new Set(fuzzyFilter(search, rows, ({ brand }) => brandText(brand)))
  const fitting = rows.filter(
    (row) =>
      found.has(row) &&
      (health === undefined || row.health === health) &&
      (tag === undefined || row.brand.tags.includes(tag)),
  )
  return inOrder(fitting, sort)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)
const sumOfKnown = (values: readonly (number | null)[]): number | null => {
  const numbers = known(values)
  return numbers.length === 0 ? null : sum(numbers)
}
const mean = (values: readonly (number | null)[]): number | null => {
  const numbers = known(values)
  return numbers.length === 0 ? null : sum(numbers) / numbers.length
}

/** What the brands that fit add up to; how many there are of each health counts the others as well. */
export const wholeOf = (
  fitting: readonly Standing[],
  rows: readonly Standing[],
): NonNullable<CallOutput<'brands.overview'>['whole']> => {
  const of = <Name extends keyof Figures>(name: Name): Figures[Name][] => fitting.map((row) => row[name])
  const count = (health: Health): number => rows.filter((row) => row.health === health).length
  return {
    brandIds: fitting.map(({ brand }) => brand.id),
    visibility: mean(of('visibility')),
    visibilityChange: mean(of('visibilityChange')),
    clicks: sum(of('clicks')),
    impressions: sum(of('impressions')),
    keywords: sum(of('keywords')),
    realUp: sumOfKnown(of('realUp')),
    realDown: sumOfKnown(of('realDown')),
    brands: rows.length,
    healths: {
      attention: count('attention'),
      warning: count('warning'),
      empty: count('empty'),
      ok: count('ok'),
    },
  }
}
