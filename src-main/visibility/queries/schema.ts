import type { RoomSchema } from '../../store/migrate.ts'

export const visibilitySchema: RoomSchema = {
  core: `
    -- models: pairs of name and 1 for on, by id; null: never read. interval_days: as the service refreshes.
    CREATE TABLE visibility_version (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      is_by_desk INTEGER NOT NULL,
      models TEXT,
      interval_days INTEGER,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX visibility_version_by_brand ON visibility_version (brand_id, no);
  `,
  cache: `
    -- A brand's AI models and refresh interval as they came, each with its own instant: one may be read without the other.
    CREATE TABLE ai_visibility (
      brand_no INTEGER PRIMARY KEY,
      models TEXT CHECK (json_valid(models)),
      models_at_ms INTEGER,
      interval TEXT CHECK (json_valid(interval)),
      interval_at_ms INTEGER
    ) STRICT;
  `,
}
