import type { RoomSchema } from '../../store/migrate.ts'

export const suppressionsSchema: RoomSchema = {
  core: `
    -- Whom no brand writes to: an e-mail address, or a registrable domain (kind), normalised.
    CREATE TABLE suppression (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      value TEXT NOT NULL UNIQUE,
      reason TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
  `,
}
