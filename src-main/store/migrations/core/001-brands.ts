import type { Migration } from '../../migrate.ts'

/** Brands without their keys, `no` in the order they were added; `team_id` is the brandId of the connector catalog. */
export const brands: Migration = {
  name: 'brands',
  up: (db) =>
    db.exec(`
      CREATE TABLE brand (
        no INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        slug TEXT NOT NULL UNIQUE,
        colour TEXT NOT NULL,
        tags TEXT NOT NULL CHECK (json_valid(tags)),
        pinned INTEGER NOT NULL,
        team_id TEXT,
        key_state TEXT NOT NULL,
        key_in TEXT,
        demo INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        UNIQUE (demo, team_id)
      ) STRICT
    `),
}
