import type { Brand } from '../../src-shared/desk/brands.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { mapConcurrently } from '../base/background.ts'
import { asDeskError } from '../desk.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import type { BrandBook } from './brand-book.ts'
import { proofOf } from './key-proof.ts'
import { assertNotDemo, assertSameTeam, type ProveKey } from './prove-key.ts'

export type ConfirmAddressDeps = {
  readonly book: BrandBook
  readonly ring: KeyRing
  readonly proveKey: ProveKey
  readonly baseUrl: () => string
}

type Handler = Handlers['service.confirmAddress']

const SIDE_BY_SIDE = 6

/** Throws `invalid`, field `host`, where the typed name is another than that of the address. */
const assertHost = (typed: string, { host, hostname }: URL): void => {
  if ([host, hostname].includes(typed.toLowerCase())) return
  const message = `The typed name is not the host of the service address, ${host}. No key was sent. Type ${host}.`
  throw new DeskError('invalid', message, { issues: [{ path: 'host', message }] })
}

/** Sends keys to the changed address once a user has typed its host; each key that it proves is then confirmed for it. */
export const createConfirmAddress = ({ book, ring, proveKey, baseUrl }: ConfirmAddressDeps): Handler => {
  const confirm = async (brand: Brand, address: string): Promise<void> => {
    assertNotDemo(brand)
    const changes = ring.changesOf(brand.id)
    const key = await ring.keyOf(brand)
    const { teamId } = await proveKey(key, { brand, baseUrl: address })
    assertSameTeam(brand, teamId)
    if (ring.changesOf(brand.id) !== changes) return // another key was proved meanwhile
    await book.update(brand.id, { ...proofOf(brand.id, key, address), teamId, keyState: 'ok' })
  }

  return async ({ host, brandIds }) => {
    const address = baseUrl()
    assertSafeBaseUrl(address)
    const url = new URL(address)
    assertHost(host, url)
    const isWaiting = (id: string) => book.get(id).keyState === 'unconfirmed'
    const ids = book.resolve(brandIds).filter((id) => brandIds !== 'all' || isWaiting(id))
    const results = await mapConcurrently(ids, SIDE_BY_SIDE, async (brandId) => {
      try {
        await confirm(book.get(brandId), address)
        return { brandId, ok: true }
      } catch (error) {
        return { brandId, ok: false, error: asDeskError(error).toValue() }
      }
    })
    return { origin: url.origin, results }
  }
}
