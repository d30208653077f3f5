// Which secret belongs to which brand. Only salted hashes are held here, in core.db and by the receiver's thread, so that
// deliveries can be checked while the keychain is locked.

import type { RoomParts } from '../room.ts'
import type { SecretHashes } from './queries/webhook-secrets.ts'
import { digestSecret, isPreviousOpen, matchSecret, type SecretMatch, toSecretEntry } from './secret-match.ts'

export type SecretBookDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly randomBytes: (size: number) => Buffer
  /** Resolves once the receiver knows the change. */
  readonly onChange: () => Promise<void>
}

const SALT_KEY = 'webhooks.salt'

/** One salt per installation: secrets have 256 random bits, and one hash is compared with all of them. */
const loadSalt = async ({ store, randomBytes }: SecretBookDeps): Promise<string> => {
  const stored = await store.read('settings.get', { key: SALT_KEY })
  if (typeof stored === 'string') return stored
  const salt = randomBytes(16).toString('base64')
  await store.write('settings.set', { key: SALT_KEY, value: salt })
  return salt
}

export const createSecretBook = async (deps: SecretBookDeps) => {
  const { store, clock, onChange } = deps
  const salt = await loadSalt(deps)
  const stored = await store.read('webhooks.secrets', {})
  const rows = new Map(stored.map((row) => [row.brandId, row] as const))
  const entries = new Map(stored.map((row) => [row.brandId, toSecretEntry(row)] as const))

  return {
    match: (secret: string, brandId: string | null | undefined): SecretMatch | null =>
      matchSecret({ salt, entries }, { secret, brandId, nowMs: clock.now() }),
    has: (brandId: string): boolean => entries.has(brandId),
    /** What the receiver needs to recognise every secret. */
    hashes: (): { salt: string; hashes: SecretHashes[] } => ({ salt, hashes: [...rows.values()] }),
    /** Until when the previous one is accepted; null where it is not. */
    previousUntilMs: (brandId: string): number | null => {
      const entry = entries.get(brandId)
      return entry !== undefined && isPreviousOpen(entry, clock.now()) ? entry.previousUntilMs : null
    },
    /** Stores a new secret; the previous one is accepted until then. */
    save: async (brandId: string, secret: string, previousUntilMs: number | null): Promise<void> => {
      const before = previousUntilMs === null ? undefined : rows.get(brandId)
      const row: SecretHashes = {
        brandId,
        hash: digestSecret(salt, secret).toString('base64'),
        previousHash: before?.hash ?? null,
        previousUntilMs: before === undefined ? null : previousUntilMs,
      }
      await store.write('webhooks.saveSecret', row)
      rows.set(brandId, row)
      entries.set(brandId, toSecretEntry(row))
      await onChange()
    },
    forget: async (brandId: string): Promise<void> => {
      rows.delete(brandId)
      entries.delete(brandId)
      await onChange()
    },
  }
}
export type SecretBook = Awaited<ReturnType<typeof createSecretBook>>
