import type { Migration } from '../../migrate.ts'

/** Whom no brand writes to: an e-mail address, or a registrable domain (`kind`), normalised. */
export const suppressions: Migration = {
  name: 'suppressions',
  up: (db) =>
    db.exec(`
      CREATE TABLE suppression (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        value TEXT NOT NULL UNIQUE,
        reason TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
      ) STRICT
    `),
}
