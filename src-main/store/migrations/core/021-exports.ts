import type { Migration } from '../../migrate.ts'

/** Which brands each file of the exports folder holds, under the name that the file gives them. */
export const exportFiles: Migration = {
  name: 'exports',
  up: (db) =>
    db.exec(`
      CREATE TABLE export_brand (
        file_name TEXT NOT NULL,
        brand_id TEXT NOT NULL,
        brand_name TEXT NOT NULL,
        PRIMARY KEY (file_name, brand_id)
      ) STRICT, WITHOUT ROWID
    `),
}
