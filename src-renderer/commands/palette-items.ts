import type { Brand } from '../../src-shared/desk/brands.ts'
import { fuzzyScore } from '../format/fuzzy.ts'
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

/** What the palette lists for a query, best first. */
export const paletteItems = (query: string, source: PaletteSource): readonly PaletteItem[] => {
  const commands = source.commands.filter((command) => command.isKeyOnly !== true)
  if (query.trim() === '') return unasked({ ...source, commands })
  const scored = [
    ...byName(source.brands).map((brand) => ({
      item: brandItem(brand),
      score: fuzzyScore(query, `${brand.name} ${brand.tags.join(' ')}`),
    })),
    ...commands.map((command) => ({
      item: commandItem(command),
      score: fuzzyScore(query, `${command.title} ${command.group}`),
    })),
  ]
  return scored
    .filter((one): one is typeof one & { score: number } => one.score !== null)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ item }) => item)
}
