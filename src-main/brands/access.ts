// Hands out a brand's key for a request, and only for the origin that proved the key. It is called again after every wait.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import { originOf } from '../service-client/base-url.ts'
import type { Access } from '../service-client/client.ts'
import type { BrandBook } from './brand-book.ts'
import { addressChanged, isSealed } from './key-proof.ts'

export type AccessDeps = {
  readonly book: BrandBook
  readonly ring: KeyRing
  /** The address of the service, from the profile; empty until it is set. */
  readonly baseUrl: () => string
  /** The address of the demo's sandbox; null while it does not run. */
  readonly demoBaseUrl: () => string | null
}

/** The address and the key of a brand's requests: demo brands use the desk's own sandbox, all others the service. */
export const createAccess = ({ book, ring, baseUrl, demoBaseUrl }: AccessDeps) => {
  /** Throws where the address has another origin than the one that proved this key. */
  const assertProved = (brandId: string, key: string, address: string): void => {
    const current = originOf(address)
    if (current === null) return // no address that anything could be sent to
    const proof = book.proofOf(brandId)
    const isOurs = isSealed(brandId, key, proof)
    if (!isOurs) book.distrust(brandId)
    if (!isOurs || proof.keyOrigin !== current) throw addressChanged(book.get(brandId), current)
  }

  return async function accessOf(brandId: string): Promise<Access> {
    const brand = book.get(brandId)
    const changes = ring.changesOf(brandId)
    const key = await ring.keyOf(brand) // first, so that a stopped demo is named as the reason
    if (ring.changesOf(brandId) !== changes) return accessOf(brandId)
    const address = brand.demo ? demoBaseUrl() : baseUrl()
    if (address === null)
      throw new DeskError('network', `${brand.name}: the demo's sandbox is not running.`, { brandId })
    if (!brand.demo) assertProved(brandId, key, address)
    const account = brand.demo ? 'demo' : 'service'
    return { key, baseUrl: address, label: brand.name, account, isDemo: brand.demo }
  }
}
