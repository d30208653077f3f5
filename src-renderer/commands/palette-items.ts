import type { Brand } from '../../src-shared/desk/brands.ts'
import type { ContactRow } from '../../src-shared/desk/prospects.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { brandText } from '../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../src-shared/desk/values/fuzzy.ts'
import { byName } from '../state/brands.ts'
import type { ViewDefinition } from '../views/registry.tsx'
import type { Command } from './registry.ts'

/** Other words for a place or a command, by its id: what people call it elsewhere, and what they want from it. */
const WORDS: Readonly<Record<string, string>> = {
  today: 'start home alerts attention',
  alerts: 'warnings mute',
  rules: 'alerts notifications digest quiet hours',
  reports: 'pdf client monthly white label pack',
  branding: 'logo colour white label',
  schedules: 'monthly',
  overview: 'report portfolio summary dashboard numbers',
  rankings: 'positions keywords serp report export',
  movers: 'changes drops losses gains winners',
  clusters: 'topics authority',
  research: 'keyword ideas suggestions basket volume',
  audits: 'site health technical check',
  tracking: 'llm models chatgpt answers visibility',
  'competing-pages': 'cannibalisation cannibalization conflicts',
  opportunities: 'potential click curve ctr quick wins scenario what if',
  notes: 'annotations events marks',
  prospects: 'sites links discover',
  contacts: 'email e-mail people editors addresses',
  compose: 'email e-mail mail write pitches templates',
  outbox: 'email e-mail mail sent queued unsend',
  suppressions: 'blocklist unsubscribe opt out do not contact',
  credits: 'budget cost spend billing',
  articles: 'posts blog cms publish unpublish',
  calendar: 'schedule plan dates',
  webhooks: 'hooks deliveries secret receiver',
  permissions: 'assistants connectors tools mcp',
  activity: 'history log actions unknown',
  sync: 'refresh update fetch',
  settings: 'options preferences keys service backups doctor theme',
  'brand.add': 'new connect agency',
  'brand.edit': 'rename colour tags',
  'brand.key': 'change secret',
  'brand.remove': 'delete',
  'desk.remove-demo': 'delete',
  'desk.shortcuts': 'help keys guide',
  'desk.theme': 'dark light mode',
  'desk.density': 'compact rows',
  'desk.sync': 'refresh update',
  'desk.sync-all': 'refresh update',
}

const otherWords = (id: string): string => WORDS[id] ?? ''

// How well a text answers a query: its words begin with the typed ones; else they hold them; else its letters are spread
// over the text (src-shared/desk/values/fuzzy.ts).
const NOT_WORDS = /[^\p{L}\p{N}]+/u
/** Shorter parts are in almost every text. */
const PART_MIN = 3

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(NOT_WORDS)
    .filter((word) => word !== '')

/** Whether each of these begins a word of the text. */
const beginsWords = (parts: readonly string[], text: string): boolean => {
  const words = wordsOf(text)
  return parts.every((part) => words.some((word) => word.startsWith(part)))
}

const holdsParts = (parts: readonly string[], text: string): boolean =>
  parts.every((part) => part.length >= PART_MIN && folded(text).includes(part))

type Match = <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string) => readonly Item[]

const byParts =
  (fits: (parts: readonly string[], text: string) => boolean): Match =>
  (query, items, textOf) => {
    const parts = wordsOf(query)
    return parts.length === 0 ? [] : items.filter((item) => fits(parts, textOf(item)))
  }

/** From the closest on; each keeps the order of the items, but the last. */
const MATCHES: readonly Match[] = [byParts(beginsWords), byParts(holdsParts), fuzzyFilter]

export type Place = Pick<ViewDefinition, 'id' | 'title' | 'icon' | 'takes'> & {
  /** The place of a tab; empty where it has the same name or none. */
  readonly place: string
  readonly keys?: string
}
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
  if (item.kind === 'place') return `${item.place.title} ${item.place.place} ${otherWords(item.place.id)}`
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
      const ofPlace = parts.filter((part) => beginsWords([part], `${place.title} ${place.place}`))
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
