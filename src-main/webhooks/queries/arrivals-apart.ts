import type { RoomMigration } from '../../store/migrate.ts'

/**
 * What arrived goes to inbox.db by way of `arrival` (src-main/store/inbox.ts); `delivery` keeps what the desk shows of it.
 * Deliveries whose effects a crash cut off are derived again.
 */
export const arrivalsApart: RoomMigration = {
  name: 'arrivals apart',
  landed: '237d0273c6886b40',
  up: (db) =>
    db.exec(`
      CREATE TABLE arrival (
        no INTEGER PRIMARY KEY,
        brand_id TEXT NOT NULL,
        received_at_ms INTEGER NOT NULL,
        status TEXT NOT NULL,
        event TEXT,
        slug TEXT,
        title TEXT,
        reason TEXT,
        secret_used TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        path TEXT NOT NULL,
        headers TEXT NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      INSERT INTO arrival
        SELECT no, brand_id, received_at_ms, status, event, slug, title, reason, secret_used, bytes, path, headers,
          CAST(body AS BLOB)
        FROM delivery;
      INSERT INTO setting (key, value) SELECT 'inbox.derivedThrough', coalesce(
        (SELECT value FROM setting WHERE key = 'webhooks.appliedThrough'),
        (SELECT CAST(seq AS TEXT) FROM sqlite_sequence WHERE name = 'delivery'), '0');
      DELETE FROM setting WHERE key = 'webhooks.appliedThrough';

      CREATE TABLE delivery_shown (
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
      INSERT INTO delivery_shown
        SELECT no, brand_id, received_at_ms, event, slug, title, status, reason, secret_used, intent_id, bytes, search
        FROM delivery;
      DROP TABLE delivery;
      ALTER TABLE delivery_shown RENAME TO delivery;
      CREATE INDEX delivery_by_time ON delivery (received_at_ms);
      CREATE INDEX delivery_by_brand_time ON delivery (brand_id, received_at_ms);
      CREATE INDEX delivery_rejected ON delivery (received_at_ms) WHERE status = 'rejected';
    `),
}
