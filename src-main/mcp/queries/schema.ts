import type { RoomSchema } from '../../store/migrate.ts'

export const mcpSchema: RoomSchema = {
  core: `
    -- Most requests are about the same brands: their ids are kept once.
    CREATE TABLE assistant_scope (no INTEGER PRIMARY KEY, brand_ids TEXT NOT NULL CHECK (json_valid(brand_ids))) STRICT;
    CREATE INDEX assistant_scope_brands ON assistant_scope (brand_ids);

    CREATE TABLE assistant_request (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ms INTEGER NOT NULL,
      client TEXT,
      tool TEXT NOT NULL,
      via TEXT NOT NULL,
      scope INTEGER NOT NULL,
      is_all INTEGER NOT NULL,
      returned INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      took_ms INTEGER NOT NULL,
      is_refused INTEGER NOT NULL,
      folded TEXT NOT NULL
    ) STRICT;
  `,
}
