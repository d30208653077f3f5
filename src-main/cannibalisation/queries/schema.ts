import type { RoomSchema } from '../../store/migrate.ts'

export const cannibalisationSchema: RoomSchema = {
  cache: `
    -- Pages and keywords are numbers of the rankings.
    CREATE TABLE page_conflict (
      brand_no INTEGER NOT NULL,
      span INTEGER NOT NULL,
      keyword INTEGER NOT NULL,
      kind TEXT NOT NULL,
      page_a INTEGER NOT NULL,
      page_b INTEGER NOT NULL,
      days_a INTEGER NOT NULL,
      days_b INTEGER NOT NULL,
      position_a REAL,
      position_b REAL,
      clicks_a REAL NOT NULL,
      clicks_b REAL NOT NULL,
      share_a REAL,
      share_b REAL,
      flips INTEGER NOT NULL,
      clicks REAL NOT NULL,
      impressions REAL NOT NULL,
      cost REAL,
      since INTEGER,
      first_day INTEGER NOT NULL,
      strip TEXT NOT NULL,
      PRIMARY KEY (brand_no, span, keyword)
    ) WITHOUT ROWID;

    -- stamp tells what the conflicts were worked out from.
    CREATE TABLE page_conflict_state (brand_no INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
  `,
}
