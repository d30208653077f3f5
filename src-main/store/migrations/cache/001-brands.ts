import type { Migration } from '../../migrate.ts'

/** The cache's own small number for a brand of core.db, given at its first row. */
export const brands: Migration = {
  name: 'brands',
  up: (db) => db.exec('CREATE TABLE brand (no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT'),
}
