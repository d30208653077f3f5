import type { RoomSchema } from '../../store/migrate.ts'

export const prospectsSchema: RoomSchema = {
  core: `
    -- The person's own marks on prospects: they outlive the cache. tags is a JSON array of texts.
    CREATE TABLE prospect_mark (
      brand_id TEXT NOT NULL,
      prospect_id TEXT NOT NULL,
      triage TEXT,
      tags TEXT NOT NULL CHECK (json_valid(tags)),
      note TEXT NOT NULL,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER,
      PRIMARY KEY (brand_id, prospect_id)
    ) STRICT, WITHOUT ROWID;
  `,
  cache: `
    -- *_key and search are folded (search-text.ts). contacts, and the domain of a contact, are filled from the other table,
    -- so that both can be sorted by. site_key is the registrable domain: by it, and by the address, a contact is found at
    -- every brand.
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
      site_key TEXT,
      UNIQUE (brand_no, id)
    ) STRICT;
    CREATE INDEX prospect_by_domain ON prospect (domain_key);
    CREATE INDEX prospect_by_brand_domain ON prospect (brand_no, domain_key);
    CREATE INDEX prospect_by_brand_status ON prospect (brand_no, status);
    CREATE INDEX prospect_by_site ON prospect (site_key) WHERE site_key IS NOT NULL;
    CREATE INDEX prospect_by_contacts ON prospect (contacts);
    CREATE INDEX prospect_by_status ON prospect (status);

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
    CREATE INDEX contact_by_email ON contact (email_key) WHERE email_key IS NOT NULL;
    -- Many rows have the same value here: sorted without an index, nearly each went into the page and out of it again.
    CREATE INDEX contact_by_role ON contact (role_key);
  `,
}
