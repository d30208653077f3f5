import type { RoomSchema } from '../../store/migrate.ts'

export const webhooksSchema: RoomSchema = {
  core: `
    -- What the desk shows of a delivery; what arrived is in inbox.db.
    CREATE TABLE delivery (
      no INTEGER PRIMARY KEY,
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
      search TEXT NOT NULL
    ) STRICT;
    CREATE INDEX delivery_by_time ON delivery (received_at_ms);
    CREATE INDEX delivery_by_brand_time ON delivery (brand_id, received_at_ms);
    -- Few among many.
    CREATE INDEX delivery_rejected ON delivery (received_at_ms) WHERE status = 'rejected';
    -- The title of an article is that of its newest delivery: without this, each article read all deliveries of its brand.
    CREATE INDEX delivery_by_article ON delivery (brand_id, slug) WHERE status = 'accepted';

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

    -- Where a brand's platforms do not report as usual (webhook-providers.ts). Desks of a team share it.
    CREATE TABLE webhook_provider (
      brand_id TEXT NOT NULL,
      provider TEXT NOT NULL,
      is_on INTEGER NOT NULL,
      PRIMARY KEY (brand_id, provider)
    ) STRICT, WITHOUT ROWID;

    -- A salted hash; the secret itself is in the keychain.
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
  `,
}
