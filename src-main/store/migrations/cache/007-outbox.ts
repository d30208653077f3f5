import type { Migration } from '../../migrate.ts'

/**
 * What was queued and what went out, and the mailboxes it goes out from. `*_key` and `search` are folded
 * (rankings/fold.ts). What a row holds of its contact (`contact_key`, `people`) is filled from `contact`, so that it can
 * be sorted by and searched in; `mailbox` is what the service names it by: an id or an address.
 */
export const outbox: Migration = {
  name: 'outbox',
  up: (db) =>
    db.exec(`
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
        UNIQUE (brand_no, id)
      ) STRICT;
      CREATE INDEX outbox_by_schedule ON outbox (scheduled_at_ms);
      CREATE INDEX outbox_by_brand_schedule ON outbox (brand_no, scheduled_at_ms);
      CREATE INDEX outbox_by_contact ON outbox (brand_no, contact_id);
      CREATE INDEX outbox_by_brand_status ON outbox (brand_no, status, is_waiting, mailbox_email);
      CREATE TABLE mailbox (
        brand_no INTEGER NOT NULL,
        id TEXT NOT NULL,
        batch INTEGER NOT NULL,
        email TEXT NOT NULL,
        daily_limit REAL,
        raw TEXT NOT NULL,
        PRIMARY KEY (brand_no, id)
      ) STRICT, WITHOUT ROWID;
    `),
}
