import type { TeamMigration } from '../migration.ts'

/** What the service reported as refunded for a site: by this search, and before it. */
export const refunds: TeamMigration = {
  name: 'refunds',
  landed: '88905e667bbf88e1',
  sql: `
ALTER TABLE credit_site ADD COLUMN refunded double precision NOT NULL DEFAULT 0,
  ADD COLUMN refunded_before double precision NOT NULL DEFAULT 0;
SELECT make_writes_of('credit_site');
`,
}
