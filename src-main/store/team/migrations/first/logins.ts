/**
 * Logins of people, as far as the server lets an admin's desk make them. Only the role `people` may change roles of the
 * server, and nobody is a member of it but who founded the team: an admin, who may become the owner, does not get the right
 * to change other roles of a shared server. It touches the team's groups and the logins that it made, and nothing else.
 *
 * Where the server gives that right to nobody (some managed ones), the functions are here all the same: they fail, and
 * `by_hand` names the statements that its administrator has to run.
 */
export const logins = `
-- The groups of the team that a login is in by a grant of its own. On 16 and newer, who made a role has it with the right
-- to grant it, without being in it.
CREATE FUNCTION groups_of(p_login text) RETURNS TABLE (part text, granted_by text) LANGUAGE sql STABLE
  SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT parts.part, pg_get_userbyid(m.grantor)::text
    FROM unnest(ARRAY['reader', 'writer', 'sender', 'admin', 'owner', 'migrator', 'people']) AS parts (part)
    JOIN pg_roles g ON g.rolname = role_of_team(parts.part)
    JOIN pg_auth_members m ON m.roleid = g.oid
    JOIN pg_roles l ON l.oid = m.member AND l.rolname = p_login
    WHERE coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true)
      OR coalesce((to_jsonb(m) ->> 'set_option')::boolean, true);
END;

-- What is left to do on the server, so that the login has this role of the team (null: none).
CREATE FUNCTION by_hand(p_login text, p_role text) RETURNS text[] LANGUAGE plpgsql STABLE
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  todo text[] := '{}';
  step record;
  has_options boolean := current_setting('server_version_num')::bigint >= 160000;
BEGIN
  IF p_role IS NOT NULL AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_login) THEN
    todo := todo || format('CREATE ROLE %I LOGIN', p_login);
  END IF;
  FOR step IN SELECT * FROM groups_of(p_login)
    WHERE part IS DISTINCT FROM p_role AND (part IN ('reader', 'writer', 'sender', 'admin') OR p_role IS DISTINCT FROM 'admin')
  LOOP
    todo := todo || (format('REVOKE %I FROM %I', role_of_team(step.part), p_login)
      || CASE WHEN has_options THEN format(' GRANTED BY %I', step.granted_by) ELSE '' END);
  END LOOP;
  IF p_role IS NOT NULL AND NOT EXISTS (SELECT FROM groups_of(p_login) WHERE part = p_role) THEN
    todo := todo || (format('GRANT %I TO %I', role_of_team(p_role), p_login)
      || CASE WHEN has_options THEN ' WITH INHERIT TRUE, SET TRUE' ELSE '' END);
  END IF;
  IF p_role IS NULL AND EXISTS (SELECT FROM pg_roles WHERE rolname = p_login AND rolcanlogin) THEN
    todo := todo || format('ALTER ROLE %I NOLOGIN', p_login);
  END IF;
  RETURN todo;
END $f$;

-- A login with this password, as a SCRAM verifier: no log of the server has the password. One that somebody else made
-- keeps its own.
CREATE FUNCTION make_login(p_login text, p_verifier text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  known oid := (SELECT oid FROM pg_roles WHERE rolname = p_login);
BEGIN
  IF p_verifier !~ '^SCRAM-SHA-256[$][0-9]+:[A-Za-z0-9+/=]+[$][A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN
    RAISE EXCEPTION 'This is no verifier of a password.' USING ERRCODE = 'AD010', CONSTRAINT = 'not_a_verifier';
  ELSIF known IS NULL AND p_verifier IS NULL THEN
    RAISE EXCEPTION 'A new login needs a password.' USING ERRCODE = 'AD010', CONSTRAINT = 'login_needs_password';
  ELSIF known IS NULL THEN
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', p_login, p_verifier);
    INSERT INTO made_login SELECT oid FROM pg_roles WHERE rolname = p_login;
  ELSIF EXISTS (SELECT FROM made_login WHERE id = known) THEN
    EXECUTE format('ALTER ROLE %I LOGIN', p_login) || coalesce(format(' PASSWORD %L', p_verifier), '');
  ELSIF p_verifier IS NOT NULL THEN
    RAISE EXCEPTION 'This login exists and has a password.' USING ERRCODE = 'AD010', CONSTRAINT = 'login_exists';
  END IF;
END $f$;

-- Puts a login into the group of a role (null: into none), and out of all others. A grant of somebody else stays.
CREATE FUNCTION set_group(p_login text, p_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  known text;
BEGIN
  FOR known IN SELECT part FROM groups_of(p_login)
    WHERE part IN ('reader', 'writer', 'sender', 'admin') AND part IS DISTINCT FROM p_role LOOP
    EXECUTE format('REVOKE %I FROM %I', role_of_team(known), p_login);
  END LOOP;
  IF p_role IN ('reader', 'writer', 'sender', 'admin')
    AND NOT EXISTS (SELECT FROM groups_of(p_login) WHERE part = p_role) THEN
    EXECUTE format('GRANT %I TO %I', role_of_team(p_role), p_login);
  END IF;
END $f$;

CREATE FUNCTION lock_login(p_login text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM made_login JOIN pg_roles ON oid = id WHERE rolname = p_login) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', p_login);
  END IF;
END $f$;

-- Ends the sessions of a login that this role made. They would be refused anyway, but for one that became the owner before.
CREATE FUNCTION end_sessions(p_login text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM made_login JOIN pg_roles ON oid = id WHERE rolname = p_login) THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', p_login);
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = p_login AND datname = current_database() AND pid <> pg_backend_pid();
    EXECUTE format('REVOKE %I FROM CURRENT_USER', p_login);
  END IF;
END $f$;

DO $people$
DECLARE
  people text := role_of_team('people');
  owner text := role_of_team('owner');
  parts text[] := (SELECT array_agg(role_of_team(part)) FROM unnest(ARRAY['reader', 'writer', 'sender', 'admin']) part);
  part text;
BEGIN
  SET LOCAL ROLE NONE;
  BEGIN
    EXECUTE format('CREATE ROLE %I NOLOGIN CREATEROLE', people);
    FOREACH part IN ARRAY parts LOOP
      EXECUTE format('GRANT %I TO %I WITH ADMIN OPTION', part, people);
    END LOOP;
    EXECUTE format('GRANT %I TO CURRENT_USER', people);
    EXECUTE format('GRANT CREATE ON SCHEMA agency_desk TO %I', people);
    EXECUTE format('ALTER TABLE made_login OWNER TO %I', people);
    FOREACH part IN ARRAY ARRAY['make_login(text, text)', 'set_group(text, text)', 'lock_login(text)', 'end_sessions(text)'] LOOP
      EXECUTE format('ALTER FUNCTION %s OWNER TO %I', part, people);
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', part, owner);
    END LOOP;
    EXECUTE format('GRANT EXECUTE ON FUNCTION groups_of TO %I', people);
    EXECUTE format('REVOKE CREATE ON SCHEMA agency_desk FROM %I', people);
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'Logins have to be made by hand: %', SQLERRM;
  END;
  EXECUTE format('SET LOCAL ROLE %I', owner);
END $people$;
`
