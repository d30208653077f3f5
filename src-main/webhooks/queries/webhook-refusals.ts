import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { unsynced } from '../../store/unsynced.ts'

/** A rejected request. `remote` is the sender's address; nothing else of the request is kept. */
export type Refusal = {
  readonly atMs: number
  readonly reason: string
  readonly brandId: string | null
  readonly remote: string
}

const KEPT = 500

/** Counts since the installation, by name: `received`, and the reasons of refusals. */
export const listWebhookCounts = (
  { core }: ReadableDb,
  _args: Record<string, never>,
): { name: string; count: number }[] =>
  prepared<{ name: string; count: number }>(core, 'SELECT name, count FROM webhook_count').all()

/** The newest first. */
export const listRefusals = ({ core }: ReadableDb, { limit }: { limit: number }): Refusal[] =>
  prepared<Refusal>(
    core,
    'SELECT at_ms AS atMs, reason, brand_id AS brandId, remote FROM webhook_refusal ORDER BY no DESC LIMIT ?',
  ).all(limit)

/** Adds to the counts and to the list, which keeps the newest 500. */
export const saveRefusals = (
  db: WritableDb,
  { counts, refusals }: { counts: Readonly<Record<string, number>>; refusals: readonly Refusal[] },
): void =>
  unsynced(db, () => {
    const { core } = db
    const add = `INSERT INTO webhook_count (name, count) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET count = count + excluded.count`
    for (const [name, count] of Object.entries(counts)) prepared(core, add).run(name, count)
    const insert = `
        INSERT INTO webhook_refusal (at_ms, reason, brand_id, remote)
        SELECT @atMs, @reason, @brandId, @remote
        WHERE @brandId IS NULL OR EXISTS (SELECT 1 FROM brand WHERE id = @brandId)`
    for (const refusal of refusals.slice(-KEPT)) prepared(core, insert).run(refusal)
    prepared(core, 'DELETE FROM webhook_refusal WHERE no <= (SELECT max(no) FROM webhook_refusal) - ?').run(KEPT)
  })
