import type { Brand } from '../../src-shared/desk/brands.ts'
import { brandText } from '../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../src-shared/desk/values/fuzzy.ts'
import { compareNames } from '../../src-shared/desk/values/names.ts'
import { byName, railSections } from '../state/brands.ts'
import type { UrgentByBrand } from '../state/today.ts'

export type RailItem =
  | { readonly kind: 'heading'; readonly title: string; readonly isOfRest?: true }
  | {
      readonly kind: 'tag'
      readonly tag: string
      readonly count: number
      readonly urgent: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'brand'; readonly brand: Brand; readonly section: string; readonly digit?: number }

export type RailLook = {
  readonly filter: string
  /** Urgent items by brand. */
  readonly urgent: UrgentByBrand
  readonly isByTag: boolean
  /** Tags whose brands are listed. */
  readonly openTags: ReadonlySet<string>
}

const PINNED_KEYS = 9
const NO_TAG = 'No tag'

const rowsOf = (section: string, brands: readonly Brand[], hasDigits = false): readonly RailItem[] =>
  brands.map((brand, index) => ({
    kind: 'brand',
    brand,
    section,
    ...(hasDigits && index < PINNED_KEYS ? { digit: index + 1 } : {}),
  }))

const section = (title: string, brands: readonly Brand[], hasDigits = false): readonly RailItem[] =>
  brands.length === 0 ? [] : [{ kind: 'heading', title }, ...rowsOf(title, brands, hasDigits)]

/** Under the first tag of each brand. */
const byFirstTag = (brands: readonly Brand[], { urgent, openTags }: RailLook): readonly RailItem[] => {
  const groups = [...Map.groupBy(brands, ({ tags }) => tags[0] ?? NO_TAG)]
  const last = (tag: string) => Number(tag === NO_TAG)
  return groups
    .toSorted(([one], [other]) => last(one) - last(other) || compareNames(one, other))
    .flatMap(([tag, members]): readonly RailItem[] => {
      const isOpen = openTags.has(tag)
      const sum = members.reduce((total, { id }) => total + (urgent.get(id) ?? 0), 0)
      const head: RailItem = { kind: 'tag', tag, count: members.length, urgent: sum, isOpen }
      return isOpen ? [head, ...rowsOf(tag, members)] : [head]
    })
}

/** What the rail lists: the best matches of a filter, else pinned brands, those that need attention, the rest and the demo. */
export const railItems = (list: readonly Brand[], look: RailLook): readonly RailItem[] => {
  const { filter, urgent, isByTag } = look
  if (filter.trim() !== '') return rowsOf('found', fuzzyFilter(filter, byName(list), brandText))
  const { pinned, attention, rest, demo } = railSections(list, urgent)
  const whose = list.every((brand) => brand.demo) ? 'Demo brands' : 'Brands'
  const heading: RailItem = { kind: 'heading', title: `${whose}, ${isByTag ? 'by tag' : 'A–Z'}`, isOfRest: true }
  return [
    ...section('Pinned', pinned, true),
    ...section('Need attention', attention),
    ...(rest.length === 0 ? [] : [heading, ...(isByTag ? byFirstTag(rest, look) : rowsOf('rest', rest))]),
    ...section('Demo', demo),
  ]
}
