import type { Brand } from '../../src-shared/desk/brands.ts'
import type { Clock } from '../base/clock.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import type { BrandBook } from './brand-book.ts'
import { proofOf } from './key-proof.ts'

export type ProvedKey = {
  readonly key: string
  readonly teamId: string
  /** The address that proved the key. */
  readonly baseUrl: string
  readonly sessionOnly: boolean
}

type Deps = { readonly book: BrandBook; readonly ring: KeyRing; readonly clock: Pick<Clock, 'now'> }

/** Puts a proved key in the place of the brand's key. The same key again is as old as it was. */
export const createReplaceKey = ({ book, ring, clock }: Deps) => {
  const ageOf = async (brandId: string, key: string) => {
    const brand = book.get(brandId)
    const before = brand.keyAge === null ? null : await ring.keyOf(brand).catch(() => null)
    return before === key ? {} : { keySinceMs: clock.now(), isKeyAgeExact: true }
  }

  return async (brandId: string, { key, teamId, baseUrl, sessionOnly }: ProvedKey): Promise<Brand> => {
    const age = await ageOf(brandId, key)
    // Where it is known the brand's shared row stays untouched: a key is of this desk alone.
    const team = book.get(brandId).teamId === teamId ? {} : { teamId }
    const keyIn = await ring.put(brandId, key, { sessionOnly })
    try {
      return await book.update(brandId, { ...proofOf(brandId, key, baseUrl), ...age, ...team, keyIn, keyState: 'ok' })
    } catch (error) {
      // Removed meanwhile: its key goes as well.
      if (book.find(brandId) === null) await ring.drop({ id: brandId, keyIn })
      throw error
    }
  }
}
export type ReplaceKey = ReturnType<typeof createReplaceKey>
