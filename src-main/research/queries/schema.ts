import type { RoomSchema } from '../../store/migrate.ts'

export const researchSchema: RoomSchema = {
  core: `
    -- Keywords a person put aside, one spelling each by folded.
    CREATE TABLE basket_keyword (
      brand_id TEXT NOT NULL,
      folded TEXT NOT NULL,
      keyword TEXT NOT NULL,
      state TEXT NOT NULL,
      note TEXT NOT NULL,
      added_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER,
      PRIMARY KEY (brand_id, folded)
    ) STRICT, WITHOUT ROWID;

    -- One row as soon as its request goes out, so that a crash leaves it running, which is found as unknown: desk_no is the
    -- desk that ends it.
    CREATE TABLE audit (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      url TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      state TEXT NOT NULL,
      overall_score REAL,
      total_tests INTEGER,
      passed_tests INTEGER,
      error TEXT CHECK (error IS NULL OR json_valid(error)),
      folded TEXT NOT NULL,
      desk_no INTEGER NOT NULL DEFAULT 0,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX audit_by_time ON audit (at_ms) WHERE state <> 'running';
    CREATE INDEX audit_by_site ON audit (brand_id, url, no);
    CREATE INDEX audit_by_brand ON audit (brand_id, at_ms);
    CREATE INDEX audit_running ON audit (no) WHERE state = 'running';
    -- What annotations list beside notes.
    CREATE INDEX audit_done ON audit (at_ms) WHERE state = 'done';

    -- What the service said in an audit, whole.
    CREATE TABLE audit_reply (
      audit_no INTEGER PRIMARY KEY,
      brand_id TEXT NOT NULL,
      reply TEXT NOT NULL CHECK (json_valid(reply))
    ) STRICT;

    -- What is audited of each brand and when a person is reminded.
    CREATE TABLE audit_site (
      brand_id TEXT PRIMARY KEY,
      url TEXT,
      remind_every_days INTEGER,
      remind_since_ms INTEGER,
      reminded_of_ms INTEGER
    ) STRICT, WITHOUT ROWID;
  `,
}
