// Whether anything can be sent for a brand, asked before anything is written. In a team a desk without a usable key queues
// all the same: a desk with the key sends.
import type { Brand } from '../../src-shared/desk/brands.ts'
import { invalidField } from '../base/invalid-field.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import type { Store } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import type { BrandBook } from './brand-book.ts'

export type UsableDeps = {
  readonly store: Pick<Store, 'team'>
  readonly book: Pick<BrandBook, 'get'>
  readonly baseUrl: () => string
  readonly isDemoRunning: () => boolean
}

const NO_KEY: Partial<Record<Brand['keyState'], string>> = {
  missing: 'has no key. Add its key again',
  unauthorized: 'has a key that the service does not accept. Replace the key',
  unconfirmed: 'has a key that is not confirmed for the new service address. Confirm the address',
  forbidden: 'has a key without access to it. Replace the key or get access',
}

export const isKeyUsable = ({ keyState }: Pick<Brand, 'keyState'>): boolean => NO_KEY[keyState] === undefined

/** Throws not-found for an unknown brand, `invalid` naming the field for one that nothing can be sent for. */
export const createAssertUsable =
  ({ store, book, baseUrl, isDemoRunning }: UsableDeps) =>
  ({ brandId, brandField }: { readonly brandId: string; readonly brandField: string }): void => {
    const brand = book.get(brandId)
    const reason = NO_KEY[brand.keyState]
    if (reason !== undefined && !colleaguesOf(store).mayHaveKeys)
      throw invalidField(brandField, 'has no usable key', `${brand.name} ${reason}. Nothing was sent.`)
    if (!brand.demo) assertSafeBaseUrl(baseUrl())
    else if (!isDemoRunning())
      throw invalidField(
        brandField,
        'its sandbox is not running',
        `${brand.name} is a demo brand, and the demo's sandbox is not running. Start the desk again. Nothing was sent.`,
      )
  }
