import type { Migration } from '../../migrate.ts'

/**
 * Templates and drafts as typed, and frozen previews: what was rendered, row by row, until it is queued or too old.
 * `recipients`, `blockers` and `warnings` are JSON. A preview without `completed_at_ms` was cut short.
 */
export const composing: Migration = {
  name: 'composing',
  up: (db) =>
    db.exec(`
      CREATE TABLE template (
        no INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        brand_id TEXT,
        name TEXT NOT NULL,
        subject TEXT NOT NULL,
        body TEXT NOT NULL,
        recipients TEXT NOT NULL,
        updated_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX template_by_brand ON template (brand_id);

      CREATE TABLE preview (
        no INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        created_at_ms INTEGER NOT NULL,
        completed_at_ms INTEGER,
        used_at_ms INTEGER
      ) STRICT;
      CREATE INDEX preview_by_time ON preview (created_at_ms);
      CREATE TABLE preview_row (
        no INTEGER PRIMARY KEY,
        preview_no INTEGER NOT NULL REFERENCES preview (no) ON DELETE CASCADE,
        brand_id TEXT NOT NULL,
        contact_id TEXT NOT NULL,
        name TEXT,
        email TEXT,
        domain TEXT,
        subject TEXT NOT NULL,
        body TEXT NOT NULL,
        subject_characters INTEGER NOT NULL,
        body_characters INTEGER NOT NULL,
        blockers TEXT NOT NULL,
        warnings TEXT NOT NULL,
        is_blocked INTEGER NOT NULL,
        is_warned INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX preview_row_by_state ON preview_row (preview_no, is_blocked, is_warned, no);
      CREATE INDEX preview_row_by_brand ON preview_row (brand_id);
    `),
}
