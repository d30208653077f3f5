import type { RoomSchema } from '../../store/migrate.ts'

export const querySchema: RoomSchema = {
  core: `
    -- brand_ids: a JSON list, or "all".
    CREATE TABLE query_history (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      sql TEXT NOT NULL,
      brand_ids TEXT NOT NULL CHECK (json_valid(brand_ids)),
      at_ms INTEGER NOT NULL,
      took_ms REAL NOT NULL,
      returned INTEGER,
      total INTEGER,
      error TEXT
    ) STRICT;
  `,
}
