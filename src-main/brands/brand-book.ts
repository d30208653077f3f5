// The brands of this desk in memory, every change written through the store first.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { BrandIds } from '../../src-shared/desk/common.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { toInstant } from '../clock.ts'
import type { Emit } from '../desk.ts'
import type { BrandPatch, NewBrand, StoredBrand } from '../store/queries/brands.ts'
import type { Store } from '../store/store.ts'
import { nextColour } from './colours.ts'

export type BrandBook = {
  /** In the order they were added. */
  readonly list: () => Brand[]
  /** Throws `not-found`. */
  readonly get: (brandId: string) => Brand
  readonly find: (brandId: string) => Brand | null
  /** The brands a call is about, each once; throws `not-found`, naming the id. */
  readonly resolve: (brandIds: BrandIds) => string[]
  /** Throws `conflict` where another brand has this teamId. */
  readonly insert: (brand: NewBrand) => Promise<Brand>
  readonly update: (brandId: string, patch: BrandPatch) => Promise<Brand>
  /** Takes the brand's rows out of both files. */
  readonly remove: (brandId: string) => Promise<void>
  readonly onChange: (listener: (brandIds: readonly string[]) => void) => () => void
}

const toBrand = ({ createdAtMs, ...brand }: StoredBrand): Brand => ({ ...brand, createdAt: toInstant(createdAtMs) })

/** Keys that stood in memory only have gone with the last session. */
const afterRestart = (brand: Brand): Brand =>
  brand.keyIn === 'session' ? { ...brand, keyIn: null, keyState: 'missing' } : brand

const notFound = (brandId: string) =>
  new DeskError('not-found', `There is no brand "${brandId}" on this desk.`, { brandId })

export const createBrandBook = async ({ store, emit }: { store: Store; emit: Emit }): Promise<BrandBook> => {
  const brands = new Map(
    (await store.read('brands.list', {})).map((stored) => [stored.id, afterRestart(toBrand(stored))] as const),
  )
  const listeners = new Set<(brandIds: readonly string[]) => void>()
  const changed = (brandId: string) => {
    emit('brands.changed', { brandIds: [brandId] })
    for (const listener of [...listeners]) listener([brandId])
  }
  const keep = (stored: StoredBrand): Brand => {
    const brand = toBrand(stored)
    brands.set(brand.id, brand)
    changed(brand.id)
    return brand
  }
  let lastInsert: Promise<unknown> = Promise.resolve()
  /** One after the other, so that each default colour is chosen with the ones before in sight. */
  const insert = (brand: NewBrand): Promise<Brand> => {
    const inserted = lastInsert.then(async () => {
      const colour = brand.colour ?? nextColour([...brands.values()].map((other) => other.colour))
      return keep(await store.write('brands.insert', { ...brand, colour }))
    })
    lastInsert = inserted.catch(() => undefined)
    return inserted
  }
  const get = (brandId: string): Brand => {
    const brand = brands.get(brandId)
    if (brand === undefined) throw notFound(brandId)
    return brand
  }

  return {
    list: () => [...brands.values()],
    get,
    find: (brandId) => brands.get(brandId) ?? null,
    resolve: (brandIds) =>
      brandIds === 'all' ? [...brands.keys()] : [...new Set(brandIds)].map((brandId) => get(brandId).id),
    insert,
    update: async (brandId, patch) => {
      // What stands on disk may still say that a key of the last session works.
      const { keyState, keyIn } = get(brandId)
      return keep(await store.write('brands.update', { id: brandId, patch: { keyState, keyIn, ...patch } }))
    },
    remove: async (brandId) => {
      get(brandId)
      await store.write('brands.delete', { id: brandId })
      brands.delete(brandId)
      changed(brandId)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
