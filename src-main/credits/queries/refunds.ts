import type { RoomMigration } from '../../store/migrate.ts'

/**
 * `refunded`: what the service reported as refunded for this search. `refunded_before`: what it had reported for the site in
 * all before the search.
 */
export const refunds: RoomMigration = {
  name: 'refunds',
  landed: '115a7f748310dd4b',
  up: (db) =>
    db.exec(`
      ALTER TABLE credit_site ADD COLUMN refunded REAL NOT NULL DEFAULT 0;
      ALTER TABLE credit_site ADD COLUMN refunded_before REAL NOT NULL DEFAULT 0;
      CREATE INDEX credit_site_nobody ON credit_site (brand_id) WHERE state = 'nobody';
      CREATE INDEX credit_site_refunded ON credit_site (brand_id) WHERE refunded > 0;
    `),
}
