import type { RoomMigration } from '../../store/migrate.ts'

/**
 * Since when this desk has a brand's key; for keys that are here already, since this step at the latest. `key_refusal`: where
 * the service refused a key although this desk had sent less than its limit.
 */
export const keyFacts: RoomMigration = {
  name: 'key-facts',
  landed: '8c9a4b87deac04f1',
  up: (db) =>
    db.exec(`
      ALTER TABLE brand_here ADD COLUMN key_since_ms INTEGER;
      ALTER TABLE brand_here ADD COLUMN is_key_age_exact INTEGER NOT NULL DEFAULT 0;
      UPDATE brand_here SET key_since_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE key_in IS NOT NULL;

      CREATE TABLE key_refusal (
        brand_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        sent INTEGER NOT NULL,
        allowed INTEGER NOT NULL,
        PRIMARY KEY (brand_id, operation)
      ) STRICT, WITHOUT ROWID;
    `),
}
