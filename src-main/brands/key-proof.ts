// A key may be sent only to the origin that proved it. The proof in core.db is sealed with the key itself: after a restore
// of a backup, an older origin does not count for a newer key.
import { createHmac } from 'node:crypto'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { originOf } from '../service-client/base-url.ts'

export type ProvedOrigin = {
  readonly keyOrigin: string | null
  /** Null: proved before seals were kept. */
  readonly keySeal: string | null
}

const sealOf = (brandId: string, key: string, origin: string): string =>
  createHmac('sha256', key).update(`${brandId} ${origin}`).digest('base64url')

/** To be stored once the service at this address has proved the key. */
export const proofOf = (brandId: string, key: string, baseUrl: string) => {
  const keyOrigin = originOf(baseUrl)
  return { keyOrigin, keySeal: keyOrigin === null ? null : sealOf(brandId, key, keyOrigin) }
}

/** Whether the proof belongs to this key. */
export const isSealed = (brandId: string, key: string, { keyOrigin, keySeal }: ProvedOrigin): boolean =>
  keyOrigin !== null && (keySeal === null || keySeal === sealOf(brandId, key, keyOrigin))

/** Kind `unauthorized` without a status: there is no key that may be sent. */
export const addressChanged = (
  { id, name, keyOrigin }: { readonly id: string; readonly name: string; readonly keyOrigin: string | null },
  current: string,
): DeskError => {
  const confirmed = keyOrigin === current ? null : keyOrigin
  const why =
    confirmed === null
      ? `the key is not confirmed for the service address ${current}`
      : `the service address changed from ${confirmed} to ${current}, and the key is confirmed for ${confirmed} only`
  return new DeskError(
    'unauthorized',
    `${name}: ${why}. Nothing was sent. Confirm the new address in Settings → Service, or enter the key again.`,
    { brandId: id, addressChange: { confirmed, current } },
  )
}
