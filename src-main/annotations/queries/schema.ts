import type { RoomSchema } from '../../store/migrate.ts'

export const annotationsSchema: RoomSchema = {
  core: `
    -- brand_id null: of all brands, also of those that are added later. Days are whole days since 1970.
    CREATE TABLE annotation (
      id TEXT PRIMARY KEY,
      note_id TEXT NOT NULL,
      brand_id TEXT,
      day INTEGER NOT NULL,
      until_day INTEGER NOT NULL,
      keyword TEXT,
      page TEXT,
      text TEXT NOT NULL,
      folded TEXT NOT NULL,
      created_at_ms INTEGER NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX annotation_by_note ON annotation (note_id);
    CREATE INDEX annotation_by_day ON annotation (day, created_at_ms, note_id, until_day);
    CREATE INDEX annotation_by_brand ON annotation (brand_id, day, created_at_ms, note_id, until_day);
  `,
}
