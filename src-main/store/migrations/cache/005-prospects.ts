import type { Migration } from '../../migrate.ts'

/**
 * Prospects, their brand's status words, and contacts. `*_key` and `search` are folded (rankings/fold.ts).
 * `prospect.contacts` and `contact.domain` are filled from the other table, so that both can be sorted by.
 */
export const prospects: Migration = {
  name: 'prospects',
  up: (db) =>
    db.exec(`
      CREATE TABLE prospect (
        no INTEGER PRIMARY KEY,
        brand_no INTEGER NOT NULL,
        id TEXT NOT NULL,
        batch INTEGER NOT NULL,
        status TEXT NOT NULL,
        domain TEXT,
        domain_key TEXT,
        title_key TEXT,
        contacts INTEGER NOT NULL DEFAULT 0,
        search TEXT NOT NULL,
        raw TEXT NOT NULL,
        UNIQUE (brand_no, id)
      ) STRICT;
      CREATE INDEX prospect_by_domain ON prospect (domain_key);
      CREATE INDEX prospect_by_brand_domain ON prospect (brand_no, domain_key);
      CREATE INDEX prospect_by_brand_status ON prospect (brand_no, status);
      CREATE TABLE prospect_status (
        brand_no INTEGER PRIMARY KEY,
        discovery_status TEXT,
        mention_check_status TEXT,
        relationship_sweep_status TEXT
      ) STRICT;
      CREATE TABLE contact (
        no INTEGER PRIMARY KEY,
        brand_no INTEGER NOT NULL,
        id TEXT NOT NULL,
        batch INTEGER NOT NULL,
        prospect_id TEXT NOT NULL,
        name_key TEXT,
        role_key TEXT,
        email_key TEXT,
        domain TEXT,
        domain_key TEXT,
        search TEXT NOT NULL,
        raw TEXT NOT NULL,
        UNIQUE (brand_no, id)
      ) STRICT;
      CREATE INDEX contact_by_name ON contact (name_key);
      CREATE INDEX contact_by_brand_name ON contact (brand_no, name_key);
      CREATE INDEX contact_by_prospect ON contact (brand_no, prospect_id);
    `),
}
