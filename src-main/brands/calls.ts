import type { Brand, KEY_STATES } from '../../src-shared/desk/brands.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Clock } from '../base/clock.ts'
import { given } from '../base/given.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import { assertSecretCanBeKept } from '../keychain/keychain.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { isAddressChange } from '../service-client/to-desk-error.ts'
import { createAddBrands } from './add-brands.ts'
import type { BrandBook } from './brand-book.ts'
import { assertNotDemo, assertSameTeam, type ProveKey } from './prove-key.ts'
import { type BrandExportsDeps, createBrandExports } from './removal/brand-exports.ts'
import { createReplaceKey } from './replace-key.ts'

export type BrandHandlersDeps = BrandExportsDeps & {
  readonly book: BrandBook
  readonly ring: KeyRing
  readonly client: Pick<ServiceClient, 'proveKey'>
  readonly proveKey: ProveKey
  readonly clock: Clock
  /** The address of the service, from the profile. */
  readonly baseUrl: () => string
  /** Does the action while nothing of the brand runs, so that nothing of it reaches the cache meanwhile. */
  readonly whileStopped: <Result>(brandId: string, action: () => Promise<Result>) => Promise<Result>
  /** Deletes the brand's other secrets, before the brand is removed. */
  readonly forgetSecrets?: (brand: Brand) => Promise<void>
}

type BrandCalls = 'list' | 'add' | 'addMany' | 'update' | 'replaceKey' | 'check' | 'removal' | 'remove' | 'removeDemo'

/** The key state that a refused request shows; null where it shows none. */
export const keyStateOf = (error: unknown): (typeof KEY_STATES)[number] | null => {
  if (!(error instanceof DeskError) || isAddressChange(error)) return null
  // Without a status nothing was sent: there was no key.
  if (error.kind === 'unauthorized') return error.detail?.status === undefined ? 'missing' : 'unauthorized'
  return error.kind === 'forbidden' ? 'forbidden' : null
}

export const createBrandHandlers = (deps: BrandHandlersDeps): Pick<Handlers, `brands.${BrandCalls}`> => {
  const { book, ring, client, proveKey, baseUrl, whileStopped } = deps
  const replaceKey = createReplaceKey(deps)
  const exports = createBrandExports(deps)
  const { addOne, addMany } = createAddBrands({ ...deps, replaceKey })

  const check = async (brand: Brand): Promise<Brand> => {
    const before = ring.changesOf(brand.id)
    const isReplaced = () => ring.changesOf(brand.id) !== before
    try {
      const { brandId: teamId } = await client.proveKey({ brandId: brand.id })
      if (isReplaced()) return book.get(brand.id)
      const isOurs = brand.teamId === null || brand.teamId === teamId
      return book.update(brand.id, { keyState: isOurs ? 'ok' : 'forbidden', teamId: brand.teamId ?? teamId })
    } catch (error) {
      const keyState = keyStateOf(error)
      if (isReplaced()) return book.get(brand.id)
      if (keyState === null) throw error
      return book.update(brand.id, { keyState })
    }
  }

  const remove = (brandId: string) => {
    const brand = book.get(brandId)
    return whileStopped(brandId, async () => {
      // First, while core.db knows which files hold the brand: after a crash here the removal can be repeated.
      const files = await exports.remove(brand)
      await deps.forgetSecrets?.(brand)
      await ring.drop(brand)
      await book.remove(brandId)
      return files
    })
  }

  return {
    'brands.list': () => ({ brands: book.list() }),
    'brands.add': (input) => addOne(input),
    'brands.addMany': async (input) => ({ results: await addMany(input) }),
    'brands.update': ({ brandId, ...changes }) => book.update(brandId, given(changes)),
    'brands.replaceKey': async ({ brandId, key, sessionOnly }) => {
      const brand = book.get(brandId)
      assertNotDemo(brand)
      await assertSecretCanBeKept(ring, sessionOnly)
      const address = baseUrl()
      const { teamId } = await proveKey(key, { brand, baseUrl: address })
      assertSameTeam(brand, teamId)
      return replaceKey(brandId, { key, teamId, baseUrl: address, sessionOnly })
    },
    'brands.check': ({ brandId }) => check(book.get(brandId)),
    'brands.removal': async ({ brandId }) => ({
      exports: await exports.list(book.get(brandId)),
      rows: await deps.store.read('brands.rowCounts', { brandId }),
    }),
    'brands.remove': async ({ brandId }) => ({ removed: true, exports: await remove(brandId) }),
    'brands.removeDemo': async () => {
      const demoBrands = book.list().filter(({ demo }) => demo)
      for (const { id } of demoBrands) await remove(id)
      return { removed: demoBrands.length }
    },
  }
}
