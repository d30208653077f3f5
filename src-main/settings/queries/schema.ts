import type { RoomSchema } from '../../store/migrate.ts'

export const settingsSchema: RoomSchema = {
  core: `
    -- What holds for the whole team; on a desk alone, for the desk.
    CREATE TABLE team_setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL CHECK (json_valid(value)),
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
  `,
}
