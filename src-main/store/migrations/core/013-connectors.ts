import type { Migration } from '../../migrate.ts'

/**
 * Connector permissions as they were read. `connector_catalog` is the newest reading of a brand; each one that differs
 * from the one before is a `connector_version`, `own` naming the tools that this desk had changed in it. `seen_no` is the
 * version that a person last looked at. `organization` is a name that the desk gave to brands that were seen to follow
 * one shared list. A plan's cells lie by brand, so that a removed brand takes its own.
 */
export const connectors: Migration = {
  name: 'connectors',
  up: (db) =>
    db.exec(`
      CREATE TABLE connector_catalog (
        brand_id TEXT PRIMARY KEY,
        asked_at_ms INTEGER NOT NULL,
        fetched_at_ms INTEGER NOT NULL,
        can_manage INTEGER NOT NULL,
        sync_enabled INTEGER NOT NULL,
        tools TEXT NOT NULL CHECK (json_valid(tools)),
        seen_no INTEGER NOT NULL,
        organization TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE connector_version (
        no INTEGER PRIMARY KEY AUTOINCREMENT,
        brand_id TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        is_by_desk INTEGER NOT NULL,
        sync_enabled INTEGER NOT NULL,
        permissions TEXT NOT NULL CHECK (json_valid(permissions)),
        own TEXT NOT NULL CHECK (json_valid(own))
      ) STRICT;
      CREATE INDEX connector_version_by_brand ON connector_version (brand_id, no);
      CREATE TABLE connector_plan (id TEXT PRIMARY KEY, made_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE connector_plan_brand (
        plan_id TEXT NOT NULL,
        brand_id TEXT NOT NULL,
        place INTEGER NOT NULL,
        is_organization_wide INTEGER NOT NULL,
        changes TEXT NOT NULL CHECK (json_valid(changes)),
        PRIMARY KEY (plan_id, brand_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE connector_preset (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        permissions TEXT NOT NULL CHECK (json_valid(permissions))
      ) STRICT, WITHOUT ROWID;
    `),
}
