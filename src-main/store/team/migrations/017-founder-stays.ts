import type { TeamMigration } from '../migration.ts'

/**
 * The login that set up the team owns its tables: no rule for rows holds for it, so a removal, another role or fewer brands
 * would be in words only. They are refused, with the statements that an administrator of the server has to run before.
 */
export const founderStays: TeamMigration = {
  name: 'founder-stays',
  landed: 'bcb83395455b3de3',
  sql: `
CREATE OR REPLACE FUNCTION assert_other(p_login text) RETURNS void LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp
  AS $f$
DECLARE
  has_grantors boolean := current_setting('server_version_num')::bigint >= 160000;
  todo text[];
BEGIN
  IF p_login = session_user THEN
    RAISE EXCEPTION 'Another admin does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'not_yourself';
  ELSIF NOT EXISTS (SELECT FROM person WHERE login = p_login AND removed_at_ms IS NULL) THEN
    RAISE EXCEPTION 'There is no such person.' USING ERRCODE = 'AD010', CONSTRAINT = 'no_such_person';
  END IF;
  SELECT array_agg(format('REVOKE %I FROM %I', role_of_team(part), p_login)
      || CASE WHEN has_grantors THEN format(' GRANTED BY %I', granted_by) ELSE '' END ORDER BY part)
    INTO todo FROM groups_of(p_login) WHERE part IN ('owner', 'people');
  IF todo IS NOT NULL THEN
    RAISE EXCEPTION 'This login owns the team.' USING ERRCODE = 'AD009', CONSTRAINT = 'founder_stays',
      DETAIL = array_to_string(todo, ';' || chr(10)) || ';';
  END IF;
END $f$;
`,
}
