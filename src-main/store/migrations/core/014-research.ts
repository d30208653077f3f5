import type { Migration } from '../../migrate.ts'

/**
 * Keywords a person put aside, one spelling each by `folded`; audits, one row as soon as its request goes out (so that a
 * crash leaves it `running`, which is found as unknown); what is audited of each brand and when a person is reminded.
 */
export const research: Migration = {
  name: 'research',
  up: (db) =>
    db.exec(`
      CREATE TABLE basket_keyword (
        brand_id TEXT NOT NULL,
        folded TEXT NOT NULL,
        keyword TEXT NOT NULL,
        state TEXT NOT NULL,
        note TEXT NOT NULL,
        added_at_ms INTEGER NOT NULL,
        PRIMARY KEY (brand_id, folded)
      ) STRICT, WITHOUT ROWID;

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
        folded TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_by_time ON audit (at_ms) WHERE state <> 'running';
      CREATE INDEX audit_by_site ON audit (brand_id, url, no);
      CREATE INDEX audit_by_brand ON audit (brand_id, at_ms);
      CREATE INDEX audit_running ON audit (no) WHERE state = 'running';

      CREATE TABLE audit_site (
        brand_id TEXT PRIMARY KEY,
        url TEXT,
        remind_every_days INTEGER,
        remind_since_ms INTEGER,
        reminded_of_ms INTEGER
      ) STRICT, WITHOUT ROWID;
    `),
}
