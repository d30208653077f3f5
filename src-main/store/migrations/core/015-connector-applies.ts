import type { Migration } from '../../migrate.ts'

/**
 * A plan that is being applied, brand by brand: `waiting` (nothing was sent), `sending` (`sent` went out, its outcome is
 * not known yet), or what became of it. It goes once its results were told; one that is still there at the next start was
 * cut off. `rest_of` names the apply whose rest a plan is: that one goes when the plan is applied.
 */
export const connectorApplies: Migration = {
  name: 'connector applies',
  up: (db) =>
    db.exec(`
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
      ALTER TABLE connector_plan ADD COLUMN rest_of TEXT;
    `),
}
