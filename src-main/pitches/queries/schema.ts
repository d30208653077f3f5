import type { RoomSchema } from '../../store/migrate.ts'

export const pitchesSchema: RoomSchema = {
  core: `
    CREATE TABLE outreach_pace (brand_id TEXT PRIMARY KEY, spacing_ms REAL NOT NULL, at_ms INTEGER NOT NULL) STRICT;
  `,
  cache: `
    -- What was queued and what went out. *_key is folded (search-text.ts). contact_key and people are filled from the
    -- contact, so that it can be sorted by and searched in; mailbox is what the service names it by: an id or an address.
    -- replied_at_ms: as rules/replies.ts works it out of the rest of the row.
    CREATE TABLE outbox (
      no INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      id TEXT NOT NULL,
      batch INTEGER NOT NULL,
      contact_id TEXT NOT NULL,
      subject TEXT,
      subject_key TEXT,
      status TEXT NOT NULL,
      is_waiting INTEGER NOT NULL,
      mailbox TEXT,
      mailbox_email TEXT,
      scheduled_at_ms INTEGER,
      sent_at_ms INTEGER,
      contact_key TEXT,
      people TEXT NOT NULL DEFAULT '',
      raw TEXT NOT NULL,
      replied_at_ms INTEGER,
      is_time_of_reply INTEGER NOT NULL DEFAULT 0,
      UNIQUE (brand_no, id)
    ) STRICT;
    CREATE INDEX outbox_by_schedule ON outbox (scheduled_at_ms);
    CREATE INDEX outbox_by_brand_schedule ON outbox (brand_no, scheduled_at_ms);
    CREATE INDEX outbox_by_contact ON outbox (brand_no, contact_id);
    CREATE INDEX outbox_by_brand_status ON outbox (brand_no, status, is_waiting, mailbox_email);
    CREATE INDEX outbox_by_reply ON outbox (replied_at_ms) WHERE replied_at_ms IS NOT NULL;
    CREATE INDEX outbox_by_brand_reply ON outbox (brand_no, replied_at_ms) WHERE replied_at_ms IS NOT NULL;

    CREATE TABLE mailbox (
      brand_no INTEGER NOT NULL,
      id TEXT NOT NULL,
      batch INTEGER NOT NULL,
      email TEXT NOT NULL,
      daily_limit REAL,
      raw TEXT NOT NULL,
      PRIMARY KEY (brand_no, id)
    ) STRICT, WITHOUT ROWID;
  `,
}
