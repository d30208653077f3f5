import type { TeamMigration } from '../migration.ts'

/** Playbooks are of the team: who writes may save and remove them. Runs stay on the desk that started them. */
export const playbooks: TeamMigration = {
  name: 'playbooks',
  landed: 'fdbc44274c0c019c',
  sql: `
CREATE TABLE playbook (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, description text COLLATE "C" NOT NULL,
  steps text COLLATE "C" NOT NULL, updated_at_ms bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);
INSERT INTO team_table (name, key_columns, brand_column) VALUES ('playbook', '{id}', NULL);
SELECT note_changes_of('playbook'), make_writes_of('playbook');

ALTER TABLE playbook ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_brand ON playbook USING ((SELECT sees_all()) IS NOT NULL);
CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON playbook FOR EACH ROW EXECUTE FUNCTION guard_signature();
DO $grants$
DECLARE
  writer text := quote_ident(role_of_team('writer'));
BEGIN
  EXECUTE 'GRANT SELECT ON playbook TO ' || quote_ident(role_of_team('reader'));
  EXECUTE 'GRANT INSERT, UPDATE, DELETE ON playbook TO ' || writer;
  EXECUTE 'GRANT EXECUTE ON FUNCTION put_playbook, drop_playbook TO ' || writer;
END $grants$;
`,
}
