import type { Migration } from '../../migrate.ts'

/** Brand × dataset: when it was last read whole, and how the last try ended. */
export const freshness: Migration = {
  name: 'freshness',
  up: (db) =>
    db.exec(`
      CREATE TABLE freshness (
        brand_no INTEGER NOT NULL,
        dataset TEXT NOT NULL,
        state TEXT NOT NULL,
        fetched_at_ms INTEGER,
        rows INTEGER,
        error TEXT,
        next_try_at_ms INTEGER,
        PRIMARY KEY (brand_no, dataset)
      ) STRICT, WITHOUT ROWID
    `),
}
