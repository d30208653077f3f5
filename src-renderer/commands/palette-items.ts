import type { Brand } from '../../src-shared/desk/brands.ts'
import { brandText } from '../format/brand-look.ts'
import { fuzzyFilter } from '../format/fuzzy.ts'
import { byName } from '../state/brands.ts'
import type { Command } from './registry.ts'

export type PaletteItem =
  | { readonly kind: 'brand'; readonly id: string; readonly brand: Brand }
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }

const SHOWN_MAX = 40
/** An empty palette offers the last brands and every command; all 200 brands would bury them. */
const BRANDS_UNASKED = 6

export type PaletteSource = {
  readonly brands: readonly Brand[]
  /** Ids, latest first. */
  readonly recents: readonly string[]
  readonly commands: readonly Command[]
}

const brandItem = (brand: Brand): PaletteItem => ({ kind: 'brand', id: `brand ${brand.id}`, brand })
const commandItem = (command: Command): PaletteItem => ({ kind: 'command', id: `command ${command.id}`, command })

const unasked = ({ brands, recents, commands }: PaletteSource): readonly PaletteItem[] => {
  const known = new Map(brands.map((brand) => [brand.id, brand]))
  const recent = recents.map((id) => known.get(id)).filter((brand) => brand !== undefined)
  const offered = [...new Set([...recent, ...brands.filter((brand) => brand.pinned)])].slice(0, BRANDS_UNASKED)
  return [...offered.map(brandItem), ...commands.map(commandItem)]
}

const textOf = (item: PaletteItem): string =>
  item.kind === 'brand' ? brandText(item.brand) : `${item.command.title} ${item.command.group}`

/** What the palette lists for a query, best first. */
export const paletteItems = (query: string, source: PaletteSource): readonly PaletteItem[] => {
  const commands = source.commands.filter((command) => command.isKeyOnly !== true)
  if (query.trim() === '') return unasked({ ...source, commands })
  const items = [...byName(source.brands).map(brandItem), ...commands.map(commandItem)]
  return fuzzyFilter(query, items, textOf).slice(0, SHOWN_MAX)
}
