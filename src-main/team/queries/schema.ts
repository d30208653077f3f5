import type { RoomSchema } from '../../store/migrate.ts'

export const teamSchema: RoomSchema = {
  core: `
    -- The people of the team, what they see, and the rules of brands: empty on a desk alone. PostgreSQL has the same
    -- columns.
    CREATE TABLE person (
      login TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      all_brands INTEGER NOT NULL,
      removed_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE person_brand (
      login TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      PRIMARY KEY (login, brand_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE brand_rule (brand_id TEXT PRIMARY KEY, needs_approval INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
}
