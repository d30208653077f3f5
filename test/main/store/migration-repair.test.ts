// Migration 013 was edited after it landed. A desk that ran its first text has no `asked_at_ms` and could store no
// catalog; migration 019 gives it the schema that a new desk has.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { type Migration, migrate } from '../../../src-main/store/migrate.ts'
import { coreMigrations } from '../../../src-main/store/migrations/core/index.ts'

/** As it landed first. */
const FIRST_013: Migration = {
  name: 'connectors',
  up: (db) =>
    db.exec(`
      CREATE TABLE connector_catalog (
        brand_id TEXT PRIMARY KEY,
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

const VERSION = `INSERT INTO connector_version (no, brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
  VALUES (7, 'acme', 2000, 0, 1, '[["search","allow"]]', '[]')`

const openAt = (connectors: Migration, columns: string, values: string) => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const upTo013 = [...coreMigrations.slice(0, 12), connectors]
  migrate(db, upTo013)
  db.exec(VERSION)
  db.exec(`INSERT INTO connector_catalog (${columns}) VALUES (${values})`)
  migrate(db, [...upTo013, ...coreMigrations.slice(13)])
  return db
}

const COLUMNS = 'brand_id, fetched_at_ms, can_manage, sync_enabled, tools, seen_no, organization'
const VALUES = `'acme', 2000, 1, 1, '[{"name":"search"}]', 7, 'Acme group'`
const repaired = () => openAt(FIRST_013, COLUMNS, VALUES)
const current = () => {
  const connectors = coreMigrations[12]
  if (connectors === undefined) throw new Error('There is no migration 013.')
  return openAt(connectors, `${COLUMNS}, asked_at_ms`, `${VALUES}, 1500`)
}

const schemaOf = (db: Database.Database) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()
const catalogsOf = (db: Database.Database) => db.prepare('SELECT * FROM connector_catalog').all()

test('a desk that ran the first text of migration 013 gets the schema of a new desk', () => {
  const fresh = new Database(':memory:')
  onTestFinished(() => void fresh.close())
  migrate(fresh, coreMigrations)
  expect(schemaOf(repaired())).toEqual(schemaOf(fresh))
})

test('the repair keeps every catalog; one without the time it was asked for takes the time it was fetched', () => {
  const catalog = {
    brand_id: 'acme',
    fetched_at_ms: 2000,
    can_manage: 1,
    sync_enabled: 1,
    tools: '[{"name":"search"}]',
    seen_no: 7,
    organization: 'Acme group',
    expected: '[["search","allow"]]',
  }
  expect(catalogsOf(repaired())).toEqual([{ ...catalog, asked_at_ms: 2000 }])
  expect(catalogsOf(current())).toEqual([{ ...catalog, asked_at_ms: 1500 }])
})
