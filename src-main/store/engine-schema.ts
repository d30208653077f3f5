import type { RoomSchema } from './migrate.ts'

export const engineSchema: RoomSchema = {
  core: `
    -- One JSON value a key: the settings of this desk, and what it has done so far.
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) STRICT, WITHOUT ROWID;

    -- Up to where a mirror has caught up with its team. Empty on a desk alone, as the next two.
    CREATE TABLE mirror_state (
      is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
      team_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      tag TEXT
    ) STRICT;

    -- What a person changed while there was no connection.
    CREATE TABLE offline_change (
      tbl TEXT NOT NULL,
      key TEXT NOT NULL CHECK (json_valid(key)),
      row TEXT CHECK (row IS NULL OR json_valid(row)),
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (tbl, key)
    ) STRICT, WITHOUT ROWID;

    -- Rows of the team that this desk cannot use, with their author.
    CREATE TABLE bad_row (
      tbl TEXT NOT NULL,
      key TEXT NOT NULL,
      brand_id TEXT,
      person TEXT,
      why TEXT NOT NULL,
      PRIMARY KEY (tbl, key)
    ) STRICT, WITHOUT ROWID;
  `,
  cache: `
    -- Brand × dataset: when it was last read whole, and how the last try ended.
    CREATE TABLE freshness (
      brand_no INTEGER NOT NULL,
      dataset TEXT NOT NULL,
      state TEXT NOT NULL,
      fetched_at_ms INTEGER,
      rows INTEGER,
      error TEXT,
      next_try_at_ms INTEGER,
      PRIMARY KEY (brand_no, dataset)
    ) STRICT, WITHOUT ROWID;
  `,
}
