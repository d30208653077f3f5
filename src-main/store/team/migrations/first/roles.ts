/**
 * Roles belong to the whole server, so their names carry the team's id. `owner` owns everything and nobody logs in as it;
 * `migrator` lets an admin become it for a migration, without having its rights all the time.
 */
export const roles = `
SELECT set_config('agency_desk.team', gen_random_uuid()::text, true);

DO $roles$
DECLARE
  prefix text := 'ad_' || left(current_setting('agency_desk.team'), 8) || '_';
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['reader', 'writer', 'sender', 'admin', 'owner'] LOOP
    EXECUTE format('CREATE ROLE %I NOLOGIN', prefix || part);
  END LOOP;
  EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', prefix || 'migrator');
  EXECUTE format('GRANT %I TO %I', prefix || 'reader', prefix || 'writer');
  EXECUTE format('GRANT %I TO %I', prefix || 'writer', prefix || 'sender');
  EXECUTE format('GRANT %I, %I, %I TO %I WITH ADMIN OPTION',
    prefix || 'reader', prefix || 'writer', prefix || 'sender', prefix || 'admin');
  EXECUTE format('GRANT %I TO %I', prefix || 'owner', prefix || 'migrator');
  EXECUTE format('GRANT %I TO %I', prefix || 'migrator', prefix || 'admin');
  EXECUTE format('GRANT %I TO CURRENT_USER', prefix || 'owner');
  EXECUTE format('CREATE SCHEMA agency_desk AUTHORIZATION %I', prefix || 'owner');
  EXECUTE format('SET LOCAL ROLE %I', prefix || 'owner');
END $roles$;

SET LOCAL search_path = agency_desk, pg_temp;

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
`
