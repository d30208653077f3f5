import type { Migration } from '../../migrate.ts'

/** A brand's AI models and refresh interval as they came, each with its own instant: one may be read without the other. */
export const aiVisibility: Migration = {
  name: 'AI visibility',
  up: (db) =>
    db.exec(`
      CREATE TABLE ai_visibility (
        brand_no INTEGER PRIMARY KEY,
        models TEXT CHECK (json_valid(models)),
        models_at_ms INTEGER,
        interval TEXT CHECK (json_valid(interval)),
        interval_at_ms INTEGER
      ) STRICT
    `),
}
