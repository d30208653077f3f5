import type { Migration } from '../../migrate.ts'

/**
 * The journal of irreversible acts. `call_no` is the service call that carries an item; `payload` is what that call needs
 * of it. `hold_left_ms` is what was left of a hold when it was paused.
 */
export const intents: Migration = {
  name: 'intents',
  up: (db) =>
    db.exec(`
      CREATE TABLE intent (
        no INTEGER PRIMARY KEY,
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
        reason TEXT
      ) STRICT;
      CREATE INDEX intent_by_brand ON intent (brand_id, no);
      CREATE INDEX intent_open ON intent (state, no) WHERE state IN ('held', 'ready', 'in_flight');
      CREATE TABLE intent_item (
        intent_no INTEGER NOT NULL,
        item INTEGER NOT NULL,
        call_no INTEGER NOT NULL,
        subject TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        result TEXT NOT NULL CHECK (json_valid(result)),
        payload TEXT NOT NULL CHECK (json_valid(payload)),
        PRIMARY KEY (intent_no, item)
      ) STRICT, WITHOUT ROWID;
    `),
}
