import type { Migration } from '../../migrate.ts'

/**
 * Deliveries as they arrived, secrets masked. No index: a sender waits for each page that is written. `no` is never used
 * twice, so that an id stays the same delivery's for ever.
 */
export const arrivals: Migration = {
  name: 'arrivals',
  up: (db) =>
    db.exec(`
      CREATE TABLE arrival (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        brand_id TEXT NOT NULL,
        received_at_ms INTEGER NOT NULL,
        status TEXT NOT NULL,
        event TEXT,
        slug TEXT,
        title TEXT,
        reason TEXT,
        secret_used TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        path TEXT NOT NULL,
        headers TEXT NOT NULL,
        body BLOB NOT NULL
      ) STRICT
    `),
}
