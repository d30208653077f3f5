import type { Brand } from '../../src-shared/desk/brands.ts'
import type { ContactRow } from '../../src-shared/desk/prospects.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { brandText } from '../format/brand-look.ts'
import { byName } from '../state/brands.ts'
import type { ViewDefinition } from '../views/registry.tsx'
import { beginsWords, MATCHES, wordsOf } from './palette-match.ts'
import { otherWords } from './palette-words.ts'
import type { Command } from './registry.ts'

type Place = Pick<ViewDefinition, 'id' | 'title' | 'icon' | 'shortcut' | 'takes'>
export type FoundKeyword = Pick<RankRow, 'brandId' | 'keyword' | 'position'>
export type FoundContact = Pick<ContactRow, 'brandId' | 'id' | 'name' | 'email' | 'domain'>

export type PaletteItem =
  | { readonly kind: 'brand'; readonly id: string; readonly brand: Brand }
  | { readonly kind: 'place'; readonly id: string; readonly place: Place; readonly brand?: Brand }
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'keyword'; readonly id: string; readonly row: FoundKeyword }
  | { readonly kind: 'contact'; readonly id: string; readonly row: FoundContact }

export type PaletteGroup = { readonly title: string; readonly items: readonly PaletteItem[] }

export type PaletteSource = {
  readonly brands: readonly Brand[]
  readonly places: readonly Place[]
  readonly commands: readonly Command[]
  /** Ids of brands that were opened, latest first. */
  readonly recentBrands: readonly string[]
  /** Ids of items that were chosen here, latest first. */
  readonly recentItems: readonly string[]
  readonly keywords: readonly FoundKeyword[]
  readonly contacts: readonly FoundContact[]
}

/** An empty palette offers the last brands; all 200 would bury the rest. */
const BRANDS_UNASKED = 6
const SHOWN_MAX = 8

const brandItem = (brand: Brand): PaletteItem => ({ kind: 'brand', id: `brand ${brand.id}`, brand })
const placeItem = (place: Place): PaletteItem => ({ kind: 'place', id: `place ${place.id}`, place })
const commandItem = (command: Command): PaletteItem => ({ kind: 'command', id: `command ${command.id}`, command })

const textOf = (item: PaletteItem): string => {
  if (item.kind === 'brand') return brandText(item.brand)
  if (item.kind === 'place') return `${item.place.title} ${otherWords(item.place.id)}`
  if (item.kind === 'command') return `${item.command.title} ${item.command.group} ${otherWords(item.command.id)}`
  return ''
}

/** Recent ones first, the latest at the top; the others keep their order. */
const recentFirst = (items: readonly PaletteItem[], { recentBrands, recentItems }: PaletteSource) => {
  const order = [...recentItems, ...recentBrands.map((id) => `brand ${id}`)]
  const rankOf = ({ id }: PaletteItem) => (order.includes(id) ? order.indexOf(id) : order.length)
  return items.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** A place of a brand, by words of both in any order: "rank ember", "ember outbox". */
const placesOfBrands = (query: string, { brands, places }: PaletteSource): readonly PaletteItem[] => {
  const parts = wordsOf(query)
  return places
    .filter(({ takes }) => takes === 'any')
    .flatMap((place) => {
      const ofPlace = parts.filter((part) => beginsWords([part], place.title))
      const ofBrand = parts.filter((part) => !ofPlace.includes(part))
      if (ofPlace.length === 0 || ofBrand.length === 0) return []
      const found = brands.filter((brand) => beginsWords(ofBrand, brand.name))
      return found.map((brand) => ({ kind: 'place' as const, id: `place ${place.id} ${brand.id}`, place, brand }))
    })
}

const foundItems = ({ keywords, contacts }: PaletteSource): readonly PaletteGroup[] => [
  {
    title: 'Keywords',
    items: keywords.map((row) => ({ kind: 'keyword', id: `keyword ${row.brandId} ${row.keyword}`, row })),
  },
  {
    title: 'Contacts',
    items: contacts.map((row) => ({ kind: 'contact', id: `contact ${row.brandId} ${row.id}`, row })),
  },
]

/** What the palette lists for a query: brands, places, actions, then what the cache holds; of each the best first. */
export const paletteGroups = (query: string, source: PaletteSource): readonly PaletteGroup[] => {
  const brands = byName(source.brands).map(brandItem)
  const places = source.places.map(placeItem)
  const commands = source.commands.filter((command) => command.isKeyOnly !== true).map(commandItem)
  const shown = (groups: readonly PaletteGroup[]) => groups.filter(({ items }) => items.length > 0)
  const grouped = (found: (items: readonly PaletteItem[]) => readonly PaletteItem[]) => [
    { title: 'Brands', items: found(brands).slice(0, SHOWN_MAX) },
    { title: 'Places', items: found(places).slice(0, SHOWN_MAX) },
    { title: 'Actions', items: found(commands).slice(0, SHOWN_MAX) },
  ]
  if (query.trim() === '') {
    const isAtHand = (item: PaletteItem) =>
      item.kind === 'brand' && (item.brand.pinned || source.recentBrands.includes(item.brand.id))
    return shown([
      { title: 'Brands', items: recentFirst(brands.filter(isAtHand), source).slice(0, BRANDS_UNASKED) },
      { title: 'Places', items: recentFirst(places, source) },
      { title: 'Actions', items: recentFirst(commands, source) },
    ])
  }
  const matched = MATCHES.map((match) => shown(grouped((items) => match(query, recentFirst(items, source), textOf))))
  const [begun = [], held = [], loose = []] = matched
  const ofBrands = { title: 'Places of brands', items: placesOfBrands(query, source).slice(0, SHOWN_MAX) }
  const found = shown([ofBrands, ...(begun.length > 0 ? begun : held), ...foundItems(source)])
  return found.length > 0 ? found : loose
}
