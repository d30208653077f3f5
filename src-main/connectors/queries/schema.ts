import type { RoomSchema } from '../../store/migrate.ts'

export const connectorsSchema: RoomSchema = {
  core: `
    -- The newest reading of a brand's permissions. seen_no is the version that a person last looked at, expected what they
    -- would take to be the brand's. organization is a name that the desk gave to brands that were seen to follow one shared
    -- list.
    CREATE TABLE connector_catalog (
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

    -- A reading that differs from the one before; own names the tools that this desk had changed in it.
    CREATE TABLE connector_version (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      is_by_desk INTEGER NOT NULL,
      sync_enabled INTEGER NOT NULL,
      permissions TEXT NOT NULL CHECK (json_valid(permissions)),
      own TEXT NOT NULL CHECK (json_valid(own)),
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX connector_version_by_brand ON connector_version (brand_id, no);

    -- Its cells are kept by brand, so that a removed brand takes its own. rest_of names the apply whose rest a plan is:
    -- that one goes when the plan is applied.
    CREATE TABLE connector_plan (id TEXT PRIMARY KEY, made_at_ms INTEGER NOT NULL, rest_of TEXT) STRICT, WITHOUT ROWID;

    CREATE TABLE connector_plan_brand (
      plan_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      place INTEGER NOT NULL,
      is_organization_wide INTEGER NOT NULL,
      changes TEXT NOT NULL CHECK (json_valid(changes)),
      PRIMARY KEY (plan_id, brand_id)
    ) STRICT, WITHOUT ROWID;

    -- A plan that is being applied, brand by brand: waiting (nothing was sent), sending (sent went out, its outcome is not
    -- known yet), or its result. It goes once its results were shown; one that is still there at the next start was cut
    -- off.
    CREATE TABLE connector_apply (
      id TEXT PRIMARY KEY,
      begun_at_ms INTEGER NOT NULL,
      cut_off_at_ms INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE connector_apply_brand (
      apply_id TEXT NOT NULL,
      brand_id TEXT NOT NULL,
      place INTEGER NOT NULL,
      changes TEXT NOT NULL CHECK (json_valid(changes)),
      state TEXT NOT NULL,
      sent TEXT CHECK (sent IS NULL OR json_valid(sent)),
      result TEXT CHECK (result IS NULL OR json_valid(result)),
      PRIMARY KEY (apply_id, brand_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX connector_apply_sending ON connector_apply_brand (brand_id) WHERE state = 'sending';

    CREATE TABLE connector_preset (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      permissions TEXT NOT NULL CHECK (json_valid(permissions))
    ) STRICT, WITHOUT ROWID;
  `,
}
