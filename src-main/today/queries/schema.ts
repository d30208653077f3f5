import type { RoomSchema } from '../../store/migrate.ts'

export const todaySchema: RoomSchema = {
  core: `
    -- occurrences: what the item stood for when it was dismissed, a JSON list.
    CREATE TABLE today_choice (
      item_id TEXT PRIMARY KEY,
      brand_id TEXT,
      at_ms INTEGER NOT NULL,
      until TEXT,
      until_ms INTEGER,
      reason TEXT,
      occurrences TEXT NOT NULL CHECK (json_valid(occurrences))
    ) STRICT, WITHOUT ROWID;
  `,
}
