import type { RoomSchema } from '../../store/migrate.ts'

export const brandsSchema: RoomSchema = {
  core: `
    -- Brands without their keys, no in the order they were added and never used twice; team_id is the brandId of the
    -- connector catalog.
    CREATE TABLE brand (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      slug TEXT NOT NULL UNIQUE,
      colour TEXT NOT NULL,
      tags TEXT NOT NULL CHECK (json_valid(tags)),
      team_id TEXT,
      demo INTEGER NOT NULL,
      created_at_ms INTEGER NOT NULL,
      UNIQUE (demo, team_id)
    ) STRICT;

    -- What belongs to this machine. Its key is in this machine's keychain, so whether it works, where it was proved and the
    -- seal that ties the two say nothing to another desk.
    CREATE TABLE brand_here (
      brand_id TEXT PRIMARY KEY,
      key_state TEXT NOT NULL,
      key_in TEXT,
      key_origin TEXT,
      key_seal TEXT,
      pinned INTEGER NOT NULL,
      key_since_ms INTEGER,
      is_key_age_exact INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- Which brands each file of the exports folder holds, under the name that the file gives them.
    CREATE TABLE export_brand (
      file_name TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      brand_name TEXT NOT NULL,
      PRIMARY KEY (file_name, brand_id)
    ) STRICT, WITHOUT ROWID;
  `,
  cache: `
    -- The cache's own small number for a brand of core.db, given at its first row.
    CREATE TABLE brand (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  `,
}
