import type { TeamMigration } from '../migration.ts'

/** A person who may not send reads with a key as well, and these requests count. */
export const slotsForAll: TeamMigration = {
  name: 'slots-for-all',
  landed: '7ee809782617afc2',
  sql: `
DO $grants$
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION take_slots, pause_bucket TO ' || quote_ident(role_of_team('reader'));
END $grants$;
`,
}
