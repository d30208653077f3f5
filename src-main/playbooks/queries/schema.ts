import type { RoomSchema } from '../../store/migrate.ts'

export const playbooksSchema: RoomSchema = {
  core: `
    CREATE TABLE playbook (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      steps TEXT NOT NULL CHECK (json_valid(steps)),
      updated_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;

    CREATE TABLE playbook_run (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      playbook_id TEXT NOT NULL,
      name TEXT NOT NULL,
      brand_id TEXT,
      state TEXT NOT NULL,
      has_next INTEGER NOT NULL,
      started_at_ms INTEGER NOT NULL,
      ended_at_ms INTEGER,
      started_by TEXT,
      steps TEXT NOT NULL CHECK (json_valid(steps)),
      folded TEXT NOT NULL
    ) STRICT;
    CREATE INDEX playbook_run_open ON playbook_run (no) WHERE has_next = 1;
    CREATE INDEX playbook_run_brand ON playbook_run (brand_id);
  `,
}
