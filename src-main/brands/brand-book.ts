// The brands of this desk in memory, every change written through the store first.
import { isDeepStrictEqual } from 'node:util'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { BrandIds } from '../../src-shared/desk/common.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { toInstant } from '../base/clock.ts'
import { createListeners } from '../base/listeners.ts'
import type { RoomParts } from '../room.ts'
import { originOf } from '../service-client/base-url.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import type { ProvedOrigin } from './key-proof.ts'
import type { BrandPatch, NewBrand, StoredBrand } from './queries/brands.ts'

export type BrandBookDeps = Pick<RoomParts, 'store' | 'emit'> & {
  readonly settings: {
    readonly profile: () => { readonly baseUrl: string }
    /** Called after each change of the profile. */
    readonly onChange: (listener: () => void) => unknown
  }
  /** Whether this process holds a key for this session only: the desk may have been opened again in it. Left out: never. */
  readonly isInSession?: (brandId: string) => Promise<boolean>
}

type Held = { readonly brand: Brand; readonly proof: ProvedOrigin }

const ageOf = ({ demo, keyIn, keySinceMs, isKeyAgeExact }: StoredBrand): Brand['keyAge'] =>
  demo || keyIn === null || keySinceMs === null ? null : { since: toInstant(keySinceMs), isExact: isKeyAgeExact }

const toHeld = ({ createdAtMs, keySeal, keySinceMs, isKeyAgeExact, ...brand }: StoredBrand): Held => ({
  brand: {
    ...brand,
    keyAge: ageOf({ ...brand, createdAtMs, keySeal, keySinceMs, isKeyAgeExact }),
    createdAt: toInstant(createdAtMs),
  },
  proof: { keyOrigin: brand.keyOrigin, keySeal },
})

/** A brand as it is on disk now; what this desk knows of its key stays. */
const withKnownKey = (read: Held, { brand: { keyState, keyIn, keyOrigin, keyAge }, proof }: Held): Held => ({
  brand: { ...read.brand, keyState, keyIn, keyOrigin, keyAge },
  proof,
})

const notFound = (brandId: string) =>
  new DeskError('not-found', `There is no brand "${brandId}" on this desk.`, { brandId })

export const createBrandBook = async ({ store, emit, settings, isInSession = async () => false }: BrandBookDeps) => {
  /** Keys that were only in memory ended with their process. */
  const firstSeen = async (stored: StoredBrand): Promise<Held> => {
    const { brand, proof } = toHeld(stored)
    const isGone = brand.keyIn === 'session' && !(await isInSession(stored.id))
    return { brand: isGone ? { ...brand, keyIn: null, keyState: 'missing', keyAge: null } : brand, proof }
  }
  const readBrands = async (known: ReadonlyMap<string, Held>): Promise<Map<string, Held>> => {
    const stored = await store.read('brands.list', {})
    const held = stored.map(async (one) => {
      const before = known.get(one.id)
      return [one.id, before === undefined ? await firstSeen(one) : withKnownKey(toHeld(one), before)] as const
    })
    return new Map(await Promise.all(held))
  }
  let brands = await readBrands(new Map())
  /** Counts changes by this desk: what was read before one is older. */
  let changes = 0
  const colleagues = colleaguesOf(store)
  const distrusted = new WeakSet<ProvedOrigin>()
  let origin = originOf(settings.profile().baseUrl)
  const listeners = createListeners<readonly string[]>()
  const changed = (...brandIds: readonly string[]) => {
    if (brandIds.length === 0) return
    emit('changed', { brandIds, datasets: ['brands'] })
    listeners.notify(brandIds)
  }

  /** The state on disk is kept, so that it is valid again once the address is changed back. */
  const shown = ({ brand, proof }: Held): Brand => {
    if (brand.demo || brand.keyState === 'missing' || origin === null) return brand
    const isProved = proof.keyOrigin === origin && !distrusted.has(proof)
    return isProved ? brand : { ...brand, keyState: 'unconfirmed' }
  }
  settings.onChange(() => {
    const before = origin
    origin = originOf(settings.profile().baseUrl)
    if (origin !== before) changed(...[...brands.values()].flatMap(({ brand }) => (brand.demo ? [] : [brand.id])))
  })

  const readAll = async (): Promise<void> => {
    const seen = changes
    const before = brands
    const read = await readBrands(before)
    if (seen !== changes) return readAll()
    brands = read
    const ids = new Set([...before.keys(), ...brands.keys()])
    changed(...[...ids].filter((id) => !isDeepStrictEqual(before.get(id)?.brand, brands.get(id)?.brand)))
  }

  const keep = (stored: StoredBrand): Brand => {
    changes += 1
    const held = toHeld(stored)
    brands.set(stored.id, held)
    changed(stored.id)
    return shown(held)
  }
  const held = (brandId: string): Held => {
    const found = brands.get(brandId)
    if (found === undefined) throw notFound(brandId)
    return found
  }
  const get = (brandId: string): Brand => shown(held(brandId))

  return {
    /** In the order they were added. */
    list: (): Brand[] => [...brands.values()].map(shown),
    /** Throws `not-found`. */
    get,
    find: (brandId: string): Brand | null => (brands.has(brandId) ? get(brandId) : null),
    /** The brands a call is about, each once; throws `not-found`, naming the id. */
    resolve: (brandIds: BrandIds): string[] =>
      brandIds === 'all' ? [...brands.keys()] : [...new Set(brandIds)].map((brandId) => get(brandId).id),
    /** `all` where figures are added up: beside real brands, none of the demo. */
    counted: (brandIds: BrandIds): BrandIds => {
      const all = [...brands.values()].map(({ brand }) => brand)
      const own = all.filter(({ demo }) => !demo)
      return brandIds === 'all' && own.length > 0 && own.length < all.length ? own.map(({ id }) => id) : brandIds
    },
    /** Throws `conflict` where another brand has this teamId. */
    insert: async (brand: NewBrand): Promise<Brand> =>
      keep(await store.write('brands.insert', { ...brand, by: colleagues.me() ?? undefined })),
    update: async (brandId: string, patch: BrandPatch): Promise<Brand> => {
      // The row on disk may still say that a key of the last session works.
      const { keyState, keyIn } = held(brandId).brand
      return keep(await store.write('brands.update', { id: brandId, patch: { keyState, keyIn, ...patch } }))
    },
    /** Deletes the brand's rows from all files; in a team, from all desks. */
    remove: async (brandId: string): Promise<void> => {
      get(brandId)
      await colleagues.everywhere({
        here: () => store.write('brands.delete', { id: brandId }),
        there: (team) => team.query('brands.remove', { id: brandId }),
      })
      changes += 1
      brands.delete(brandId)
      changed(brandId)
    },
    onChange: listeners.add,
    /** Takes over what is on disk: another desk may have changed it. */
    refresh: readAll,
    /** Which origin proved the brand's key. Throws `not-found`. */
    proofOf: (brandId: string): ProvedOrigin => held(brandId).proof,
    /** The stored proof belongs to another key than the brand has. */
    distrust: (brandId: string): void => {
      const { proof } = held(brandId)
      if (distrusted.has(proof)) return
      distrusted.add(proof)
      changed(brandId)
    },
  }
}
export type BrandBook = Awaited<ReturnType<typeof createBrandBook>>
