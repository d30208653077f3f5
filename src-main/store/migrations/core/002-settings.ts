import type { Migration } from '../../migrate.ts'

/** One JSON value a key: the settings, the service's profile. */
export const settings: Migration = {
  name: 'settings',
  up: (db) =>
    db.exec(`
      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL CHECK (json_valid(value))
      ) STRICT, WITHOUT ROWID
    `),
}
