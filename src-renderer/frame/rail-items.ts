import type { Brand } from '../../src-shared/desk/brands.ts'
import { brandText } from '../format/brand-look.ts'
import { fuzzyFilter } from '../format/fuzzy.ts'
import { byName, pinnedBrands } from '../state/brands.ts'

export type RailItem =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'brand'; readonly brand: Brand; readonly section: string; readonly digit?: number }

const RECENTS_SHOWN = 4
/** Below this many brands the list itself is short enough to find the last ones in. */
const RECENTS_FROM = 20

const section = (title: string, brands: readonly Brand[], hasDigits = false): readonly RailItem[] =>
  brands.length === 0
    ? []
    : [
        { kind: 'heading', title },
        ...brands.map((brand, index) => ({
          kind: 'brand' as const,
          brand,
          section: title,
          ...(hasDigits && index < 9 ? { digit: index + 1 } : {}),
        })),
      ]

/** What the rail lists: the best matches of a filter, else pinned, recent and all other brands. */
export const railItems = (list: readonly Brand[], filter: string, recents: readonly string[]): readonly RailItem[] => {
  if (filter.trim() !== '') {
    const found = fuzzyFilter(filter, byName(list), brandText)
    return found.map((brand) => ({ kind: 'brand', brand, section: 'found' }))
  }
  const pinned = pinnedBrands(list)
  const others = byName(list).filter((brand) => !brand.pinned)
  // By name, not by time: rows must not change places under the pointer.
  const latest = new Set(recents.filter((id) => others.some((brand) => brand.id === id)).slice(0, RECENTS_SHOWN))
  const recent = list.length < RECENTS_FROM ? [] : others.filter((brand) => latest.has(brand.id))
  return [...section('Pinned', pinned, true), ...section('Recent', recent), ...section('Brands', others)]
}
