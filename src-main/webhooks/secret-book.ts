// Which secret belongs to which brand. Only salted hashes are held here and in core.db, so that deliveries can be checked
// while the keychain is locked. A given secret is hashed once and compared with every candidate in constant time, so that
// the time taken reveals nothing.
import { hash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import type { SecretHashes } from './queries/webhook-secrets.ts'

export type SecretUsed = 'current' | 'previous'
export type SecretMatch = { readonly brandId: string; readonly secretUsed: SecretUsed }

type Entry = {
  readonly current: Buffer
  readonly previous: Buffer | null
  readonly previousUntilMs: number | null
}

export type SecretBookDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: (size: number) => Buffer
}

const SALT_KEY = 'webhooks.salt'
const NOTHING = Buffer.alloc(32)
/** Compared in place of a brand that is not there or has no secret. No secret has this hash. */
const NO_ENTRY: Entry = { current: NOTHING, previous: null, previousUntilMs: null }

const toEntry = ({ hash: current, previousHash, previousUntilMs }: SecretHashes): Entry => ({
  current: Buffer.from(current, 'base64'),
  previous: previousHash === null ? null : Buffer.from(previousHash, 'base64'),
  previousUntilMs,
})

/** One salt per installation: secrets have 256 random bits, and one hash is compared with all of them. */
const loadSalt = async ({ store, randomBytes }: SecretBookDeps): Promise<string> => {
  const stored = await store.read('settings.get', { key: SALT_KEY })
  if (typeof stored === 'string') return stored
  const salt = randomBytes(16).toString('base64')
  await store.write('settings.set', { key: SALT_KEY, value: salt })
  return salt
}

export const createSecretBook = async (deps: SecretBookDeps) => {
  const { store, clock } = deps
  const salt = await loadSalt(deps)
  const stored = await store.read('webhooks.secrets', {})
  const entries = new Map(stored.map((row) => [row.brandId, toEntry(row)] as const))
  const digest = (secret: string): Buffer => hash('sha256', salt + secret, 'buffer')

  const isOpen = ({ previous, previousUntilMs }: Entry): boolean =>
    previous !== null && previousUntilMs !== null && clock.now() < previousUntilMs

  const usedOf = (entry: Entry, shown: Buffer): SecretUsed | null => {
    const isCurrent = timingSafeEqual(entry.current, shown)
    const isPrevious = timingSafeEqual(entry.previous ?? NOTHING, shown) && isOpen(entry)
    if (isCurrent) return 'current'
    return isPrevious ? 'previous' : null
  }

  return {
    /** The brand of a secret: the given one, or any for null; none for undefined, after the same work. */
    match: (secret: string, brandId: string | null | undefined): SecretMatch | null => {
      const shown = digest(secret)
      const candidates = brandId === null ? entries : [[brandId ?? '', entries.get(brandId ?? '') ?? NO_ENTRY] as const]
      let found: SecretMatch | null = null
      for (const [id, candidate] of candidates) {
        const secretUsed = usedOf(candidate, shown)
        if (secretUsed !== null) found ??= { brandId: id, secretUsed }
      }
      return found
    },
    has: (brandId: string): boolean => entries.has(brandId),
    /** Until when the previous one is accepted; null where it is not. */
    previousUntilMs: (brandId: string): number | null => {
      const entry = entries.get(brandId)
      return entry !== undefined && isOpen(entry) ? entry.previousUntilMs : null
    },
    /** Stores a new secret; the previous one is accepted until then. */
    save: async (brandId: string, secret: string, previousUntilMs: number | null): Promise<void> => {
      const before = previousUntilMs === null ? undefined : entries.get(brandId)
      const row: SecretHashes = {
        brandId,
        hash: digest(secret).toString('base64'),
        previousHash: before?.current.toString('base64') ?? null,
        previousUntilMs: before === undefined ? null : previousUntilMs,
      }
      await store.write('webhooks.saveSecret', row)
      entries.set(brandId, toEntry(row))
    },
    forget: (brandId: string): void => void entries.delete(brandId),
  }
}
export type SecretBook = Awaited<ReturnType<typeof createSecretBook>>
