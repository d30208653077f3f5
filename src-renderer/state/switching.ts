// Ways from one brand to another. The view stays; only its scope changes.
import type { Brand } from '../../src-shared/desk/brands.ts'
import { byName, pinnedBrands, useBrands } from './brands.ts'
import { type Scope, setScope, useLocation } from './location.ts'
import { notify } from './notices.ts'

/** The rail's order: pinned ones first, then the rest by name. */
export const railOrder = (list: readonly Brand[]): readonly Brand[] => [
  ...pinnedBrands(list),
  ...byName(list).filter((brand) => !brand.pinned),
]

const around = (list: readonly Brand[], scope: Scope, step: 1 | -1): Scope => {
  const ids = ['all', ...railOrder(list).map((brand) => brand.id)]
  return ids[(ids.indexOf(scope) + step + ids.length) % ids.length] ?? 'all'
}

/** Brands that one key opens, the likeliest first. */
export const brandsOneKeyAway = (list: readonly Brand[], scope: Scope): readonly string[] => {
  const near = [around(list, scope, 1), around(list, scope, -1)].filter((id) => id !== 'all')
  const pinned = pinnedBrands(list).slice(0, 9)
  return [...new Set([...near, ...pinned.map((brand) => brand.id)])].filter((id) => id !== scope)
}

/** One brand up (-1) or down (1) the rail, around the ends, "all brands" among them. */
export const stepBrand = (step: 1 | -1): void => {
  setScope(around(useBrands.getState().list, useLocation.getState().scope, step))
}

export const openPinned = (index: number): void => {
  const brand = pinnedBrands(useBrands.getState().list)[index]
  if (brand !== undefined) setScope(brand.id)
  else notify({ title: `No brand is pinned at ${index + 1}`, message: 'Shift+P pins the brand in view.' })
}

/** Repeated presses within this time go further back; a later press starts again. */
const CHAIN_MS = 1500
const chain: { ids: readonly string[]; at: number; atMs: number } = { ids: [], at: 0, atMs: 0 }

/** Opens the brand before; pressed again at once, the one before that. */
export const openRecent = (nowMs = Date.now()): void => {
  const { scope, recents } = useLocation.getState()
  if (nowMs - chain.atMs > CHAIN_MS) {
    chain.ids = recents.filter((id) => useBrands.getState().byId.has(id))
    chain.at = chain.ids[0] === scope ? 0 : -1
  }
  if (chain.ids.length === 0) return
  chain.at = (chain.at + 1) % chain.ids.length
  chain.atMs = nowMs
  setScope(chain.ids[chain.at] ?? 'all')
}
