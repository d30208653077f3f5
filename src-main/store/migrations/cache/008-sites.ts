import type { Migration } from '../../migrate.ts'

/** `site_key` is a prospect's registrable domain: by it, and by the address, a contact is found at every brand. */
export const sites: Migration = {
  name: 'sites',
  up: (db) =>
    db.exec(`
      ALTER TABLE prospect ADD COLUMN site_key TEXT;
      CREATE INDEX prospect_by_site ON prospect (site_key) WHERE site_key IS NOT NULL;
      CREATE INDEX contact_by_email ON contact (email_key) WHERE email_key IS NOT NULL;
    `),
}
