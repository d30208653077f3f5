import type { RoomMigration } from '../../store/migrate.ts'

/** Which desk sends an intent, and until when the others believe it. A desk that shares with none writes no claims. */
export const intentClaims: RoomMigration = {
  name: 'intent-claims',
  landed: 'bd9e701180beaf9e',
  up: (db) =>
    db.exec(`
      CREATE TABLE intent_claim (
        intent_no INTEGER PRIMARY KEY,
        desk_no INTEGER NOT NULL,
        until_ms INTEGER NOT NULL
      ) STRICT
    `),
}
