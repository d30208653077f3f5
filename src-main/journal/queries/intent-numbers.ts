import type { RoomMigration } from '../../store/migrate.ts'

/**
 * Numbers of intents and calls are never used twice, also after a brand was removed: other tables, files and desks may still
 * name an old one.
 */
export const intentNumbers: RoomMigration = {
  name: 'intent-numbers',
  landed: 'a05ed61f1f0968de',
  up: (db) =>
    db.exec(`
      CREATE TABLE intent_numbered (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        brand_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        release_at_ms INTEGER,
        hold_left_ms INTEGER,
        is_paused INTEGER NOT NULL,
        sent_at_ms INTEGER,
        ended_at_ms INTEGER,
        details TEXT NOT NULL CHECK (json_valid(details)),
        reason TEXT,
        problem TEXT,
        waiting INTEGER NOT NULL DEFAULT 0,
        in_flight INTEGER NOT NULL DEFAULT 0,
        confirmed INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        skipped INTEGER NOT NULL DEFAULT 0,
        unknown INTEGER NOT NULL DEFAULT 0,
        cancelled INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      INSERT INTO intent_numbered
        SELECT no, id, brand_id, kind, state, created_at_ms, release_at_ms, hold_left_ms, is_paused, sent_at_ms, ended_at_ms,
          details, reason, problem, waiting, in_flight, confirmed, failed, skipped, unknown, cancelled
        FROM intent ORDER BY no;
      DROP TABLE intent;
      ALTER TABLE intent_numbered RENAME TO intent;
      CREATE INDEX intent_by_brand ON intent (brand_id, no);
      CREATE INDEX intent_open ON intent (state, no) WHERE state IN ('held', 'ready', 'in_flight');

      CREATE TABLE intent_call_numbered (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        intent_no INTEGER NOT NULL,
        call_no INTEGER NOT NULL,
        first_item INTEGER NOT NULL,
        payloads TEXT NOT NULL
      ) STRICT;
      INSERT INTO intent_call_numbered SELECT no, intent_no, call_no, first_item, payloads FROM intent_call ORDER BY no;
      DROP TABLE intent_call;
      ALTER TABLE intent_call_numbered RENAME TO intent_call;
      CREATE UNIQUE INDEX intent_call_place ON intent_call (intent_no, call_no);
    `),
}
