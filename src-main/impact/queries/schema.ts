import type { RoomSchema } from '../../store/migrate.ts'

export const impactSchema: RoomSchema = {
  cache: `
    -- stamp tells what a row was worked out from.
    CREATE TABLE impact (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      slug TEXT NOT NULL,
      title TEXT,
      folded TEXT NOT NULL,
      day INTEGER NOT NULL,
      page TEXT,
      is_new_page INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      reason TEXT,
      effect REAL,
      low REAL,
      high REAL,
      detectable REAL,
      keywords INTEGER NOT NULL,
      clicks_before REAL,
      clicks_after REAL,
      control_change REAL,
      days_after INTEGER NOT NULL,
      stamp TEXT NOT NULL DEFAULT '',
      UNIQUE (brand_no, slug, day)
    );

    -- The days and articles that a brand's rows were worked out from.
    CREATE TABLE impact_state (brand_no INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
  `,
}
