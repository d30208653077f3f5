import type { Migration } from '../../migrate.ts'

/**
 * What the receiver kept, newest last; `no` is never used twice, so an id stays the same delivery's for ever. `headers`
 * hold no secret. Of a secret only a salted hash stands here; the secret itself is in the keychain.
 */
export const deliveries: Migration = {
  name: 'deliveries',
  up: (db) =>
    db.exec(`
      CREATE TABLE delivery (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        brand_id TEXT NOT NULL,
        received_at_ms INTEGER NOT NULL,
        event TEXT,
        slug TEXT,
        title TEXT,
        status TEXT NOT NULL,
        reason TEXT,
        secret_used TEXT NOT NULL,
        intent_id TEXT,
        bytes INTEGER NOT NULL,
        path TEXT NOT NULL,
        headers TEXT NOT NULL,
        body TEXT NOT NULL,
        search TEXT NOT NULL
      ) STRICT;
      CREATE INDEX delivery_by_time ON delivery (received_at_ms);
      CREATE INDEX delivery_by_brand_time ON delivery (brand_id, received_at_ms);

      CREATE TABLE delivery_forward (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        brand_id TEXT NOT NULL,
        delivery_no INTEGER NOT NULL,
        url TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        status INTEGER,
        error TEXT,
        attempt INTEGER NOT NULL,
        next_try_at_ms INTEGER
      ) STRICT;
      CREATE INDEX delivery_forward_by_delivery ON delivery_forward (delivery_no);
      CREATE INDEX delivery_forward_waiting ON delivery_forward (next_try_at_ms) WHERE next_try_at_ms IS NOT NULL;

      CREATE TABLE webhook_secret (
        brand_id TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        previous_hash TEXT,
        previous_until_ms INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE webhook_count (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE webhook_refusal (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        reason TEXT NOT NULL,
        brand_id TEXT,
        remote TEXT NOT NULL
      ) STRICT;
    `),
}
