// The tables of the room, in cache.db: of this desk alone.
import type { Migration } from '../../store/migrate.ts'

export const opportunityTables: Migration = {
  name: 'opportunities',
  landed: 'fdcd034b9b40284a',
  up: (db) =>
    db.exec(`
    -- What the keywords of a brand say about its clicks (rules/click-sums.ts), and what the curve was wrong by; both as JSON.
    CREATE TABLE click_sum (
      brand_no INTEGER PRIMARY KEY,
      stamp TEXT NOT NULL,
      sums TEXT NOT NULL,
      errors TEXT
    );

    -- subject: the number of a keyword, or of a page with all its keywords. Both are numbers of the rankings.
    CREATE TABLE opportunity (
      brand_no INTEGER NOT NULL,
      kind TEXT NOT NULL,
      subject INTEGER NOT NULL,
      page INTEGER,
      keywords INTEGER NOT NULL,
      position REAL,
      reachable REAL,
      similar INTEGER,
      word TEXT,
      clicks REAL NOT NULL,
      impressions REAL NOT NULL,
      expected REAL NOT NULL,
      low REAL NOT NULL,
      high REAL NOT NULL,
      gain REAL NOT NULL,
      needs TEXT NOT NULL,
      PRIMARY KEY (brand_no, kind, subject)
    ) WITHOUT ROWID;

    -- stamp tells what the rows were worked out from; brands: how many there were to compare with.
    CREATE TABLE opportunity_state (brand_no INTEGER PRIMARY KEY, stamp TEXT NOT NULL, brands INTEGER NOT NULL);
  `),
}

/** Positions that no keyword of a brand reached from so far below are no longer said to be reachable: rows are worked out again. */
export const reachableByClimbs: Migration = {
  name: 'reachable-by-climbs',
  landed: 'f847e65a6ed59e44',
  up: (db) =>
    db.exec(`
    DELETE FROM opportunity;
    DELETE FROM opportunity_state;
    ALTER TABLE opportunity ADD COLUMN basis TEXT;
  `),
}
