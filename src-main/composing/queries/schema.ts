import type { RoomSchema } from '../../store/migrate.ts'

export const composingSchema: RoomSchema = {
  core: `
    -- Templates and drafts as typed; recipients and intent_ids are JSON. A draft that was queued leaves the drafts: when,
    -- and as which intents. is_shared: a template, or a draft that its author gave to all; other drafts are the author's
    -- alone.
    CREATE TABLE template (
      no INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      brand_id TEXT,
      name TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      recipients TEXT NOT NULL,
      updated_at_ms INTEGER NOT NULL,
      sent_at_ms INTEGER,
      intent_ids TEXT NOT NULL DEFAULT '[]',
      is_shared INTEGER NOT NULL DEFAULT 0,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX template_by_brand ON template (brand_id);

    -- Frozen: what was rendered, row by row, until it is queued or too old. blockers and warnings are JSON. Without
    -- completed_at_ms it was cut short.
    CREATE TABLE preview (
      no INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      created_at_ms INTEGER NOT NULL,
      completed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX preview_by_time ON preview (created_at_ms);

    -- after_no: the intent of the newest pitch to this contact that the desk knew when it checked; null: it knew none.
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
      is_warned INTEGER NOT NULL,
      after_no INTEGER
    ) STRICT;
    CREATE INDEX preview_row_by_state ON preview_row (preview_no, is_blocked, is_warned, no);
    CREATE INDEX preview_row_by_brand ON preview_row (brand_id);

    -- That a preview was queued, apart from its thousands of rendered rows, which are of use to one desk only.
    CREATE TABLE preview_use (preview_id TEXT PRIMARY KEY, used_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
}
