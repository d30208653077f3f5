// The hash of what an intent sends and of what was accepted for it. PostgreSQL computes the same (queued.ts of a team's schema), so
// texts are hashed as they are stored, never parsed: each with its length in UTF-8, so that no two lists of texts are alike.
import { createHash } from 'node:crypto'

export type HashedItem = { readonly item: number; readonly label: string; readonly refId: string }
export type HashedCall = {
  readonly callNo: number
  readonly firstItem: number
  /** As stored, in UTF-8. */
  readonly payloads: Uint8Array | string
  /** In order. */
  readonly items: readonly HashedItem[]
}
export type HashedIntent = {
  readonly id: string
  readonly kind: string
  readonly brandId: string
  /** JSON as stored. */
  readonly details: string
  /** JSON as stored; null: nothing was to be accepted. */
  readonly accepted: string | null
  /** Of all calls. */
  readonly itemCount: number
}

const sized = (text: string): string => `${Buffer.byteLength(text)}:${text}`

export const hashOfCall = ({ callNo, firstItem, payloads, items }: HashedCall): string =>
  createHash('sha256')
    .update(`${callNo} ${firstItem} ${Buffer.byteLength(payloads)}:`)
    .update(payloads)
    .update(items.map(({ item, label, refId }) => `${item} ${sized(label)}${sized(refId)}`).join(''))
    .digest('hex')

/** `calls`: the hashes of its calls, in order. */
export const hashOfIntent = (intent: HashedIntent, calls: readonly string[]): string => {
  const { id, kind, brandId, details, accepted, itemCount } = intent
  const head = [id, kind, brandId, details, accepted ?? ''].map(sized).join('')
  return createHash('sha256')
    .update(`${head}${itemCount} ${calls.join('')}`)
    .digest('hex')
}

/** As both SQLite and PostgreSQL store it: neither U+0000 nor half of a surrogate pair. */
export const asStoredText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
