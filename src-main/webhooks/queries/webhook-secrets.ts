import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** Salted hashes of a brand's webhook secrets, base64. */
export type SecretHashes = {
  readonly brandId: string
  readonly hash: string
  readonly previousHash: string | null
  readonly previousUntilMs: number | null
}

export const listSecretHashes = ({ core }: ReadableDb, _args: Record<string, never>): SecretHashes[] =>
  prepared<SecretHashes>(
    core,
    `SELECT brand_id AS brandId, hash, previous_hash AS previousHash, previous_until_ms AS previousUntilMs FROM webhook_secret`,
  ).all()

/** Throws not-found for a brand that is not there. */
export const saveSecretHashes = (db: WritableDb, hashes: SecretHashes): void =>
  db.core
    .transaction(() => {
      assertBrand(db, hashes.brandId)
      const sql = `
        INSERT OR REPLACE INTO webhook_secret (brand_id, hash, previous_hash, previous_until_ms)
        VALUES (@brandId, @hash, @previousHash, @previousUntilMs)`
      prepared(db.core, sql).run(hashes)
    })
    .immediate()
