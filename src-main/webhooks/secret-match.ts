// Compares a given secret with salted hashes. It is hashed once and compared with every candidate in constant time, so that
// the time taken reveals nothing.
import { hash, timingSafeEqual } from 'node:crypto'
import type { SecretHashes } from './queries/webhook-secrets.ts'

export type SecretUsed = 'current' | 'previous'
export type SecretMatch = { readonly brandId: string; readonly secretUsed: SecretUsed }
export type SecretEntry = {
  readonly current: Buffer
  readonly previous: Buffer | null
  readonly previousUntilMs: number | null
}

const NOTHING = Buffer.alloc(32)
/** Compared in place of a brand that is not there or has no secret. No secret has this hash. */
const NO_ENTRY: SecretEntry = { current: NOTHING, previous: null, previousUntilMs: null }

export const toSecretEntry = ({ hash: current, previousHash, previousUntilMs }: SecretHashes): SecretEntry => ({
  current: Buffer.from(current, 'base64'),
  previous: previousHash === null ? null : Buffer.from(previousHash, 'base64'),
  previousUntilMs,
})

export const digestSecret = (salt: string, secret: string): Buffer => hash('sha256', salt + secret, 'buffer')

export const isPreviousOpen = ({ previous, previousUntilMs }: SecretEntry, nowMs: number): boolean =>
  previous !== null && previousUntilMs !== null && nowMs < previousUntilMs

const usedOf = (entry: SecretEntry, shown: Buffer, nowMs: number): SecretUsed | null => {
  const isCurrent = timingSafeEqual(entry.current, shown)
  const isPrevious = timingSafeEqual(entry.previous ?? NOTHING, shown) && isPreviousOpen(entry, nowMs)
  if (isCurrent) return 'current'
  return isPrevious ? 'previous' : null
}

export type SecretsOfBrands = { readonly salt: string; readonly entries: ReadonlyMap<string, SecretEntry> }

/** The brand of a secret: the given one, or any for null; none for undefined, after the same work. */
export const matchSecret = (
  { salt, entries }: SecretsOfBrands,
  { secret, brandId, nowMs }: { secret: string; brandId: string | null | undefined; nowMs: number },
): SecretMatch | null => {
  const shown = digestSecret(salt, secret)
  const candidates = brandId === null ? entries : [[brandId ?? '', entries.get(brandId ?? '') ?? NO_ENTRY] as const]
  let found: SecretMatch | null = null
  for (const [id, candidate] of candidates) {
    const secretUsed = usedOf(candidate, shown, nowMs)
    if (secretUsed !== null) found ??= { brandId: id, secretUsed }
  }
  return found
}
