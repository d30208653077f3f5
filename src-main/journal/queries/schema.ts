import type { RoomSchema } from '../../store/migrate.ts'

export const journalSchema: RoomSchema = {
  core: `
    -- The journal of irreversible actions. A number is never used twice, also after a brand was removed: other tables,
    -- files and desks may still name it. How many items are in which state is here. hold_left_ms is what was left of a hold
    -- when it was paused; problem is what does not add up in the service's replies; hash is of what was queued
    -- (rules/intent-hash.ts).
    CREATE TABLE intent (
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
      cancelled INTEGER NOT NULL DEFAULT 0,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER,
      accepted TEXT,
      hash TEXT
    ) STRICT;
    CREATE INDEX intent_by_brand ON intent (brand_id, no);
    CREATE INDEX intent_open ON intent (state, no) WHERE state IN ('held', 'ready', 'in_flight');
    -- What annotations list beside notes.
    CREATE INDEX intent_by_end ON intent (kind, coalesce(ended_at_ms, sent_at_ms, created_at_ms));
    CREATE INDEX intent_unknown ON intent (no) WHERE unknown > 0;

    -- What a call sends, once, apart from the items whose states change: payloads is a JSON array in item order from
    -- first_item, of hundreds of kilobytes. A number of its own keeps a search by call from comparing whole texts.
    CREATE TABLE intent_call (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      intent_no INTEGER NOT NULL,
      call_no INTEGER NOT NULL,
      first_item INTEGER NOT NULL,
      payloads TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX intent_call_place ON intent_call (intent_no, call_no);

    -- call_no is the service call that carries an item; contact_id is whom it writes to. after_no: as in a preview.
    CREATE TABLE intent_item (
      intent_no INTEGER NOT NULL,
      item INTEGER NOT NULL,
      call_no INTEGER NOT NULL,
      subject TEXT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT,
      result TEXT NOT NULL CHECK (json_valid(result)),
      contact_id TEXT,
      after_no INTEGER,
      PRIMARY KEY (intent_no, item)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX intent_item_by_contact ON intent_item (contact_id) WHERE contact_id IS NOT NULL;

    -- Who did what to an intent; hash: what an approval approves.
    CREATE TABLE intent_act (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      intent_no INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      person TEXT,
      act TEXT NOT NULL,
      hash TEXT
    ) STRICT;
    CREATE INDEX intent_act_by_intent ON intent_act (intent_no, no);

    -- Which desk of a team sends an intent. A desk that shares with none writes no claims.
    CREATE TABLE intent_claim (
      intent_no INTEGER PRIMARY KEY,
      desk_no INTEGER NOT NULL,
      until_ms INTEGER NOT NULL
    ) STRICT;
  `,
}
