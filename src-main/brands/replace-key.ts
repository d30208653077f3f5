import type { Brand } from '../../src-shared/desk/brands.ts'
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

/** Puts a proved key in the place of the brand's key. */
export const createReplaceKey =
  ({ book, ring }: { readonly book: BrandBook; readonly ring: KeyRing }) =>
  async (brandId: string, { key, teamId, baseUrl, sessionOnly }: ProvedKey): Promise<Brand> => {
    const keyIn = await ring.put(brandId, key, { sessionOnly })
    try {
      return await book.update(brandId, { ...proofOf(brandId, key, baseUrl), teamId, keyIn, keyState: 'ok' })
    } catch (error) {
      // Removed meanwhile: its key goes as well.
      if (book.find(brandId) === null) await ring.drop({ id: brandId, keyIn })
      throw error
    }
  }
export type ReplaceKey = ReturnType<typeof createReplaceKey>
