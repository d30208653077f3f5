import type { Migration } from '../../migrate.ts'

/** Keywords the service tracks for a brand; `raw` is the record as it came. */
export const trackedKeywords: Migration = {
  name: 'tracked keywords',
  up: (db) =>
    db.exec(`
      CREATE TABLE tracked_keyword (
        brand_no INTEGER NOT NULL,
        keyword TEXT NOT NULL,
        batch INTEGER NOT NULL,
        raw TEXT NOT NULL,
        PRIMARY KEY (brand_no, keyword)
      ) STRICT, WITHOUT ROWID
    `),
}
