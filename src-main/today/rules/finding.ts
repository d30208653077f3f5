// A finding is one thing that needs attention, before the person's choices are applied. It has one or more occurrences
// (each keyword that fell, each article that is overdue): a dismissal hides the occurrences that it saw.
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'

export type Finding = {
  readonly id: string
  readonly brandId: string | null
  readonly occurrences: readonly string[]
  /** Those of an alert that nobody has seen: one that began after a person snoozed the item is shown. */
  readonly alerted?: readonly string[]
  /** The item over these occurrences, of which there is at least one. */
  readonly describe: (occurrences: ReadonlySet<string>) => Described
}

/** `weight` orders items of one kind, the heaviest first: clicks lost a day, else 0. */
export type Described = Omit<TodayItem, 'id' | 'brandId'> & { readonly weight: number }

/** Kinds that concern each brand by itself, until more than these have the same problem at once. */
export const SINGLE_BRANDS_MAX = 3

/** One for all items: making one takes longer than everything else about an item. */
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `1,840` or `2.5`. */
export const decimal = (value: number): string => oneDigit.format(value)

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${decimal(number)} ${number === 1 ? one : many}`

/** The first brands by name, and how many more. */
export const namesOf = (items: readonly { readonly brand: Pick<Brand, 'name'> }[]): string => {
  const names = items.slice(0, SINGLE_BRANDS_MAX).map(({ brand }) => brand.name)
  const more = items.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
