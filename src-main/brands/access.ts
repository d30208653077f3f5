import { DeskError } from '../../src-shared/desk/errors.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import type { Access } from '../service-client/client.ts'
import type { BrandBook } from './brand-book.ts'

export type AccessDeps = {
  readonly book: BrandBook
  readonly ring: KeyRing
  /** The address of the service, from the profile; empty until it is set. */
  readonly baseUrl: () => string
  /** The address of the demo's sandbox; null while it does not run. */
  readonly demoBaseUrl: () => string | null
}

/** Where and with which key a brand is asked: demo brands at the desk's own sandbox, all others at the service. */
export const createAccess =
  ({ book, ring, baseUrl, demoBaseUrl }: AccessDeps) =>
  async (brandId: string): Promise<Access> => {
    const brand = book.get(brandId)
    const key = await ring.keyOf(brand) // first, so that a demo at rest is told as such
    const address = brand.demo ? demoBaseUrl() : baseUrl()
    if (address === null) throw new DeskError('network', `${brand.name}: the demo's sandbox does not run.`, { brandId })
    return { key, baseUrl: address, label: brand.name, account: brand.demo ? 'demo' : 'service' }
  }
