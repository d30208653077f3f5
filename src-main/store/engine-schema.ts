import type { RoomSchema } from './migrate.ts'

const arrival = (key: string): string => `
    CREATE TABLE arrival (
      no ${key},
      brand_id TEXT NOT NULL,
      received_at_ms INTEGER NOT NULL,
      status TEXT NOT NULL,
      event TEXT,
      slug TEXT,
      title TEXT,
      reason TEXT,
      secret_used TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      path TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;`

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

    -- Empty, but in a backup: what a restore brings back goes to inbox.db by way of it.
    ${arrival('INTEGER PRIMARY KEY')}
  `,
  /**
   * Deliveries as they arrived, secrets masked. No index: a sender waits for each page that is written. `no` is never used
   * twice, so that an id stays the same delivery's for ever.
   */
  inbox: arrival('INTEGER PRIMARY KEY AUTOINCREMENT'),
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
