import type { RoomSchema } from '../../store/migrate.ts'

export const reportsSchema: RoomSchema = {
  core: `
    -- Templates, branding and schedules are of the agency: desks of a team share them. Runs and their packs are of the desk
    -- that has their files. brand_id of branding is empty for the agency's own; desk_no of a schedule is the desk that
    -- makes its drafts, 0: any.
    CREATE TABLE report_template (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      title TEXT NOT NULL,
      language TEXT NOT NULL,
      compare TEXT NOT NULL,
      sections TEXT NOT NULL CHECK (json_valid(sections)),
      summary TEXT NOT NULL,
      next_steps TEXT NOT NULL,
      updated_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE report_branding (
      id TEXT PRIMARY KEY,
      brand_id TEXT,
      name TEXT,
      logo TEXT,
      colour TEXT,
      footer TEXT,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE report_schedule (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      template_id TEXT NOT NULL,
      brands TEXT NOT NULL CHECK (json_valid(brands)),
      day_of_month INTEGER NOT NULL,
      formats TEXT NOT NULL CHECK (json_valid(formats)),
      as_zip INTEGER NOT NULL,
      is_on INTEGER NOT NULL,
      desk_no INTEGER NOT NULL,
      last_month TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE report_run (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      template_id TEXT NOT NULL,
      template TEXT NOT NULL CHECK (json_valid(template)),
      period_from TEXT NOT NULL,
      period_to TEXT NOT NULL,
      folder TEXT NOT NULL,
      formats TEXT NOT NULL CHECK (json_valid(formats)),
      as_zip INTEGER NOT NULL,
      schedule_id TEXT,
      state TEXT NOT NULL,
      started_at_ms INTEGER NOT NULL,
      ended_at_ms INTEGER,
      zip TEXT,
      message TEXT
    ) STRICT;

    CREATE TABLE report_pack (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      run_no INTEGER NOT NULL,
      brand_id TEXT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT,
      summary TEXT,
      next_steps TEXT,
      files TEXT NOT NULL DEFAULT '[]',
      pages INTEGER,
      ended_at_ms INTEGER
    ) STRICT;
    CREATE INDEX report_pack_run ON report_pack (run_no);
    CREATE INDEX report_pack_brand ON report_pack (brand_id, no);
  `,
}
