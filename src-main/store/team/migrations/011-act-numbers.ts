import type { TeamMigration } from '../migration.ts'

/** In core.db the number of an act is its whole key: the same one from two desks would fit into no mirror. */
export const actNumbers: TeamMigration = {
  name: 'act-numbers',
  landed: 'eee6551d61f19054',
  sql: `
ALTER TABLE intent_act ADD CONSTRAINT intent_act_no_key UNIQUE (no);
`,
}
