import type { RoomMigration } from '../../store/migrate.ts'

/**
 * `brand_here`: what belongs to this machine. Its key is in this machine's keychain, so whether it works, where it was proved
 * and its seal say nothing to another desk. A brand's number is never used twice, also after a removal.
 */
export const brandHere: RoomMigration = {
  name: 'brand-here',
  landed: '796884d6a69051b3',
  up: (db) =>
    db.exec(`
      CREATE TABLE brand_here (
        brand_id TEXT PRIMARY KEY,
        key_state TEXT NOT NULL,
        key_in TEXT,
        key_origin TEXT,
        key_seal TEXT,
        pinned INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO brand_here SELECT id, key_state, key_in, key_origin, key_seal, pinned FROM brand;

      CREATE TABLE brand_shared (
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
      INSERT INTO brand_shared SELECT no, id, name, slug, colour, tags, team_id, demo, created_at_ms FROM brand;
      DROP TABLE brand;
      ALTER TABLE brand_shared RENAME TO brand;
    `),
}
