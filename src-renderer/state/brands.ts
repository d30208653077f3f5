import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ADDED_AT_ONCE_MAX } from '../../src-shared/desk/values/brand-limits.ts'
import { badgeLetters, initialsOf } from '../../src-shared/desk/values/brand-look.ts'
import { compareNames } from '../../src-shared/desk/values/names.ts'
import { ask, queries } from '../data/desk.ts'
import { deskQuery } from '../data/queries.ts'
import { isolate } from '../format/isolate.ts'
import { type Scope, setScope, useLocation } from './location.ts'
import { notify, notifyError } from './notices.ts'
import { holdReply } from './scoped-store.ts'
import { type UrgentByBrand, useUrgent } from './today.ts'
import { notifyWithUndo } from './undo.tsx'

const sorted = new WeakMap<readonly Brand[], readonly Brand[]>()

/** In order of their names. Each list is sorted once, because every switch needs it. */
export const byName = (list: readonly Brand[]): readonly Brand[] => {
  const known = sorted.get(list) ?? list.toSorted((a, b) => compareNames(a.name, b.name))
  sorted.set(list, known)
  return known
}

const NO_BRANDS: readonly Brand[] = []

const held = holdReply(deskQuery('brands.list', {}), (value, error) => {
  const list = byName(value?.brands ?? NO_BRANDS)
  return { list, byId: new Map(list.map((brand) => [brand.id, brand])), isLoaded: value !== undefined, error }
})
/** All brands, by name: every list shows them in this order. */
export const useBrands = held.use
export const loadBrands = held.load

const replaceBrand = (brand: Brand) =>
  queries.patch('brands.list', {}, ({ brands }) => ({
    brands: brands.map((known) => (known.id === brand.id ? brand : known)),
  }))

export const addBrand = async (input: CallInput<'brands.add'>): Promise<Reply<Brand>> => {
  const reply = await ask('brands.add', input)
  if (reply.ok) await loadBrands()
  return reply
}

type Results = CallOutput<'brands.addMany'>['results']

/**
 * Adds any number of brands, call after call, until one fails. `onPart` gets what each call answered; its rows are
 * numbered as in `rows`.
 */
export const addBrands = async (
  { rows, sessionOnly }: CallInput<'brands.addMany'>,
  onPart: (results: Results) => void,
): Promise<Reply<null>> => {
  for (let from = 0; from < rows.length; from += ADDED_AT_ONCE_MAX) {
    const reply = await ask('brands.addMany', { rows: rows.slice(from, from + ADDED_AT_ONCE_MAX), sessionOnly })
    if (!reply.ok) return reply
    onPart(reply.value.results.map((result) => ({ ...result, row: from + result.row })))
    await loadBrands()
  }
  return { ok: true, value: null }
}

/** Shown at once, and undone if the desk refuses. */
export const updateBrand = async (input: CallInput<'brands.update'>): Promise<Reply<Brand>> => {
  const before = useBrands.getState().byId.get(input.brandId)
  if (before !== undefined) {
    const { brandId: _, ...patch } = input
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    replaceBrand({ ...before, ...given })
  }
  const reply = await ask('brands.update', input)
  if (reply.ok) replaceBrand(reply.value)
  else if (before !== undefined) replaceBrand(before)
  return reply
}

export const setPinned = async (brandId: string, pinned: boolean): Promise<void> => {
  const reply = await updateBrand({ brandId, pinned })
  if (!reply.ok)
    return notifyError(`${isolate(brandName(brandId))} could not be ${pinned ? 'pinned' : 'unpinned'}`, reply.error)
  notifyWithUndo(`${isolate(brandName(brandId))} is ${pinned ? 'pinned' : 'no longer pinned'}`, () => {
    void updateBrand({ brandId, pinned: !pinned })
  })
}

export const togglePinned = (brandId: string): void => {
  const brand = useBrands.getState().byId.get(brandId)
  if (brand !== undefined) void setPinned(brandId, !brand.pinned)
}

export const replaceKey = async (input: CallInput<'brands.replaceKey'>): Promise<Reply<Brand>> => {
  const reply = await ask('brands.replaceKey', input)
  if (reply.ok) replaceBrand(reply.value)
  return reply
}

export const checkBrand = async (brandId: string): Promise<Reply<Brand>> => {
  const reply = await ask('brands.check', { brandId })
  if (reply.ok) replaceBrand(reply.value)
  else await loadBrands()
  return reply
}

/** What a removal would delete. */
export const readRemoval = (brandId: string) => ask('brands.removal', { brandId })

export const removeBrand = async (brandId: string) => {
  const reply = await ask('brands.remove', { brandId })
  if (reply.ok) await loadBrands()
  return reply
}

export const removeDemo = async () => {
  const reply = await ask('brands.removeDemo', {})
  await loadBrands()
  return reply
}

export const useHasNoBrands = (): boolean => useBrands((state) => state.isLoaded && state.list.length === 0)

/** The desk has demo brands and no others: nobody has connected an agency yet. */
export const useIsDemoOnly = (): boolean =>
  useBrands(({ list }) => list.length > 0 && list.every((brand) => brand.demo))

/** The brands that "all brands" means: beside real ones, none of the demo. */
export const countedBrands = (list: readonly Brand[]): readonly Brand[] => {
  const own = list.filter(({ demo }) => !demo)
  return own.length === 0 ? list : own
}

export const useBrand = (brandId: string): Brand | undefined => useBrands((state) => state.byId.get(brandId))
export const brandName = (brandId: string): string => useBrands.getState().byId.get(brandId)?.name ?? brandId

const lettersOf = new WeakMap<readonly Brand[], ReadonlyMap<string, string>>()

/** The letters of a brand's badge, by its name: three where other brands of the list have the same two. */
export const useBadgeLetters = (name: string): string =>
  useBrands(({ list }) => {
    const known = lettersOf.get(list) ?? badgeLetters(list.map((brand) => brand.name))
    lettersOf.set(list, known)
    return known.get(name) ?? initialsOf(name)
  })

/** Pinned brands in the order of Ctrl/Cmd+1…9. */
export const pinnedBrands = (list: readonly Brand[]): readonly Brand[] => byName(list).filter((brand) => brand.pinned)

// Ways from one brand to another. The view stays; only its scope changes.
/** From this many brands on, only the most urgent ones stand above the rest. */
const MANY_BRANDS = 20
const ATTENTION_SHOWN = 6

/** The rail's sections: pinned, those with urgent items, most first, the rest by name, then the demo's; each brand once. */
export const railSections = (list: readonly Brand[], urgent: UrgentByBrand) => {
  const pinned = pinnedBrands(list)
  const counted = countedBrands(list)
  const others = byName(counted).filter((brand) => !brand.pinned)
  const countOf = ({ id }: Brand) => urgent.get(id) ?? 0
  const attention = others
    .filter((brand) => countOf(brand) > 0)
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, list.length < MANY_BRANDS ? undefined : ATTENTION_SHOWN)
  const demo = counted === list ? [] : byName(list).filter((brand) => brand.demo && !brand.pinned)
  return { pinned, attention, rest: others.filter((brand) => !attention.includes(brand)), demo }
}

type Order = { readonly urgent: UrgentByBrand; readonly brands: readonly Brand[] }
const orders = new WeakMap<readonly Brand[], Order>()

/** The rail's order. It is asked for with each brand that is opened, and sorts thousands: kept until a row moves. */
export const railOrder = (list: readonly Brand[], urgent = useUrgent.getState().byBrand): readonly Brand[] => {
  const kept = orders.get(list)
  if (kept?.urgent === urgent) return kept.brands
  const { pinned, attention, rest, demo } = railSections(list, urgent)
  const brands = [...pinned, ...attention, ...rest, ...demo]
  orders.set(list, { urgent, brands })
  return brands
}

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
