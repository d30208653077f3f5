// Who made and who last changed what desks may share. The columns are the same in every such table, so one step of the schema
// adds them to all; a desk alone has one person and leaves them empty.
import type { RoomMigration } from './store/migrate.ts'
import type { RoomTables } from './store/tables.ts'

const TABLES = [
  'intent',
  'template',
  'suppression',
  'prospect_mark',
  'keyword_mark',
  'basket_keyword',
  'credit_budget',
  'connector_version',
  'audit',
  'team_setting',
]

const attribution: RoomMigration = {
  name: 'attribution',
  landed: '9cabd2ec42de2199',
  up: (db) => {
    for (const table of TABLES) {
      db.exec(`ALTER TABLE ${table} ADD COLUMN made_by TEXT`)
      db.exec(`ALTER TABLE ${table} ADD COLUMN changed_by TEXT`)
      db.exec(`ALTER TABLE ${table} ADD COLUMN changed_at_ms INTEGER`)
    }
  },
}

export const attributionTables = {
  reads: {},
  writes: { core: {}, cache: {} },
  brandRows: { core: [], cache: [] },
  migrations: { core: { 35: attribution } },
} satisfies RoomTables
