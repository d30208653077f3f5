import type { Migration } from '../../migrate.ts'

/** The person's own marks on prospects: they outlive the cache. `tags` is a JSON array of texts. */
export const prospectMarks: Migration = {
  name: 'prospect marks',
  up: (db) =>
    db.exec(`
      CREATE TABLE prospect_mark (
        brand_id TEXT NOT NULL,
        prospect_id TEXT NOT NULL,
        triage TEXT,
        tags TEXT NOT NULL CHECK (json_valid(tags)),
        note TEXT NOT NULL,
        PRIMARY KEY (brand_id, prospect_id)
      ) STRICT, WITHOUT ROWID
    `),
}
