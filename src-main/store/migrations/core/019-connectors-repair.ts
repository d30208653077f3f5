import type { Migration } from '../../migrate.ts'

/**
 * Migration 013 got `asked_at_ms` after it had landed: a desk that ran its first text has no such column. Every desk gets
 * the table anew, so that all have the same schema. A catalog without the time takes the time it was fetched at.
 */
export const connectorsRepair: Migration = {
  name: 'connectors repair',
  up: (db) => {
    const columns = db.prepare("SELECT name FROM pragma_table_info('connector_catalog')").pluck().all()
    const askedAt = columns.includes('asked_at_ms') ? 'asked_at_ms' : 'fetched_at_ms'
    db.exec(`
      CREATE TABLE connector_catalog_new (
        brand_id TEXT PRIMARY KEY,
        asked_at_ms INTEGER NOT NULL,
        fetched_at_ms INTEGER NOT NULL,
        can_manage INTEGER NOT NULL,
        sync_enabled INTEGER NOT NULL,
        tools TEXT NOT NULL CHECK (json_valid(tools)),
        seen_no INTEGER NOT NULL,
        organization TEXT,
        expected TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(expected))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO connector_catalog_new
        SELECT brand_id, ${askedAt}, fetched_at_ms, can_manage, sync_enabled, tools, seen_no, organization, expected
        FROM connector_catalog;
      DROP TABLE connector_catalog;
      ALTER TABLE connector_catalog_new RENAME TO connector_catalog;
    `)
  },
}
