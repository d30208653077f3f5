/**
 * What an admin does with people. Each is one commit, with the login's rights on the server in the same transaction: a
 * person is never removed by half. Nobody changes the own role, so one admin always stays. What a person holds (claims,
 * fetches, slots, pauses) ends with their removal.
 *
 * A brand that a person adds who sees some brands only is theirs: the desk writes their row of `person_brand` with it.
 */
export const people = `
-- Locks the head, and gives the commit a name. The person who founded the team is the first one.
CREATE FUNCTION as_admin(p_name text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM begin_turn();
  IF NOT is_at_least('admin') AND (is_founded() OR NOT pg_has_role(session_user, role_of_team('owner'), 'MEMBER')) THEN
    RAISE EXCEPTION 'Only an admin does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_an_admin';
  END IF;
  PERFORM commit_no(gen_random_uuid(), p_name);
END $f$;

CREATE FUNCTION is_founded() RETURNS boolean LANGUAGE sql STABLE SET search_path = agency_desk, pg_temp
  RETURN EXISTS (SELECT FROM person);

-- The login that set up the team owns its tables: no rule for rows holds for it, so a removal, another role or fewer brands
-- would be in words only. They are refused, with the statements that an administrator of the server has to run before.
CREATE FUNCTION assert_other(p_login text) RETURNS void LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp
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

-- Fails with the statements to run by hand if the login did not get this role of the team.
CREATE FUNCTION assert_done(p_login text, p_role text) RETURNS void LANGUAGE plpgsql STABLE
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  todo text[] := by_hand(p_login, p_role);
BEGIN
  IF cardinality(todo) > 0 THEN
    RAISE EXCEPTION 'The server does not let an admin of the team do this.' USING ERRCODE = 'AD009',
      CONSTRAINT = 'server_refused', DETAIL = array_to_string(todo, ';' || chr(10)) || ';';
  END IF;
END $f$;

CREATE FUNCTION put_brands(p_login text, p_brands text[]) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  DELETE FROM person_brand WHERE login = p_login AND brand_id <> ALL (p_brands);
  INSERT INTO person_brand (login, brand_id) SELECT p_login, unnest(p_brands) ON CONFLICT DO NOTHING;
END;

-- No verifier: the login exists already.
CREATE FUNCTION add_person(
  p_login text, p_name text, p_role text, p_all_brands boolean, p_brands text[], p_verifier text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM as_admin('people.add');
  IF EXISTS (SELECT FROM person WHERE login = p_login AND removed_at_ms IS NULL) THEN
    RAISE EXCEPTION 'This person is of the team.' USING ERRCODE = 'AD010', CONSTRAINT = 'already_of_the_team';
  ELSIF p_role NOT IN ('reader', 'writer', 'sender', 'admin') THEN
    RAISE EXCEPTION 'There is no role "%".', p_role USING ERRCODE = 'AD010', CONSTRAINT = 'no_such_role';
  END IF;
  BEGIN
    PERFORM make_login(p_login, p_verifier);
    PERFORM set_group(p_login, p_role);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- assert_done says what is missing
  END;
  PERFORM assert_done(p_login, p_role);
  INSERT INTO person (login, name, role, all_brands) VALUES (p_login, p_name, p_role, p_all_brands::int)
    ON CONFLICT (login) DO UPDATE SET name = p_name, role = p_role, all_brands = p_all_brands::int, removed_at_ms = NULL;
  PERFORM put_brands(p_login, p_brands);
END $f$;

CREATE FUNCTION set_role(p_login text, p_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  was text;
BEGIN
  PERFORM as_admin('people.setRole'), assert_other(p_login);
  IF p_role NOT IN ('reader', 'writer', 'sender', 'admin') THEN
    RAISE EXCEPTION 'There is no role "%".', p_role USING ERRCODE = 'AD010', CONSTRAINT = 'no_such_role';
  END IF;
  SELECT role INTO was FROM person WHERE login = p_login;
  BEGIN
    PERFORM set_group(p_login, p_role);
    IF was = 'admin' AND p_role <> 'admin' THEN
      PERFORM end_sessions(p_login);
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- assert_done says what is missing
  END;
  PERFORM assert_done(p_login, p_role);
  UPDATE person SET role = p_role WHERE login = p_login;
END $f$;

-- What the person queued for a brand that they do not see any more waits. An admin who sees some brands changes these only.
CREATE FUNCTION set_brands(p_login text, p_all_brands boolean, p_brands text[]) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  before text[];
  kept text[];
  lost text[];
BEGIN
  PERFORM as_admin('people.setBrands');
  IF p_login <> session_user THEN
    PERFORM assert_other(p_login);
  END IF;
  SELECT array_agg(id) INTO before FROM brand WHERE EXISTS (SELECT FROM person p WHERE p.login = p_login AND p.all_brands = 1)
    OR id IN (SELECT brand_id FROM person_brand b WHERE b.login = p_login);
  SELECT array_agg(brand_id) INTO kept FROM person_brand WHERE login = p_login AND NOT may_see(brand_id);
  UPDATE person SET all_brands = p_all_brands::int WHERE login = p_login;
  PERFORM put_brands(p_login, p_brands || coalesce(kept, '{}'));
  -- Who takes brands from themselves decided it.
  IF NOT p_all_brands AND p_login <> session_user THEN
    SELECT array_agg(id) INTO lost FROM unnest(before) id
      WHERE NOT EXISTS (SELECT FROM person_brand b WHERE b.login = p_login AND b.brand_id = id);
    IF lost IS NOT NULL THEN
      PERFORM stop_unsent(p_login, lost, 'the rights of %s were changed.');
    END IF;
  END IF;
END $f$;

-- What a person holds that others wait for. A slot stays for the minute that the service counts it.
CREATE FUNCTION free_held_by(p_login text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  DELETE FROM claim WHERE person = p_login;
  DELETE FROM fetch_claim WHERE person = p_login;
  DELETE FROM limiter_pause USING desk WHERE desk.no = desk_no AND login = p_login;
  UPDATE limiter_slot SET free_at = clock_timestamp() + interval '60.1 seconds' FROM desk
    WHERE desk.no = desk_no AND login = p_login AND free_at > clock_timestamp() + interval '60.1 seconds';
END;

-- Part of a removal, and called again after it: what a session began while it ran is not seen by it.
CREATE FUNCTION end_sessions_of(p_login text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM person WHERE login = p_login AND removed_at_ms IS NOT NULL) THEN
    PERFORM free_held_by(p_login);
    BEGIN
      PERFORM end_sessions(p_login);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL; -- their statements are refused all the same
    END;
  END IF;
END $f$;

-- Before the head is asked for: a person may hold it, and lock what a removal needs. An admin is removed only once the head
-- is here: of two who remove each other one stays.
CREATE FUNCTION end_locks_of(p_login text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM person WHERE login = p_login AND role <> 'admin') THEN
    PERFORM end_sessions(p_login);
  END IF;
EXCEPTION WHEN OTHERS THEN
  NULL; -- the server does not allow it, or somebody else removes the same person: the removal itself says so
END $f$;

-- They are out whatever the server allows; returned is what is left to do on it by hand. Call end_sessions_of afterwards:
-- a session that begins while this runs is not ended here.
CREATE FUNCTION remove_person(p_login text) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed(), assert_other(p_login), end_locks_of(p_login);
  PERFORM as_admin('people.remove'), assert_other(p_login);
  UPDATE person SET removed_at_ms = floor(extract(epoch FROM clock_timestamp()) * 1000) WHERE login = p_login;
  PERFORM put_brands(p_login, '{}');
  DELETE FROM desk_key USING desk WHERE desk.no = desk_no AND desk.login = p_login;
  BEGIN
    PERFORM set_group(p_login, NULL);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- by_hand says what is missing
  END;
  BEGIN
    PERFORM lock_login(p_login);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- by_hand says what is missing
  END;
  PERFORM end_sessions_of(p_login);
  RETURN by_hand(p_login, NULL);
END $f$;

CREATE FUNCTION set_approval(p_brands text[], p_needs boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM as_admin('people.setApproval');
  IF EXISTS (SELECT FROM unnest(p_brands) id WHERE NOT may_see(id)) THEN
    RAISE EXCEPTION 'There is no such brand.' USING ERRCODE = 'AD010', CONSTRAINT = 'no_such_brand';
  END IF;
  INSERT INTO brand_rule AS r (brand_id, needs_approval) SELECT unnest(p_brands), p_needs::int
    ON CONFLICT (brand_id) DO UPDATE SET needs_approval = p_needs::int WHERE r.needs_approval <> p_needs::int;
END $f$;

CREATE FUNCTION guard_new_brand() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  -- Not so who founds the team, and is no person yet.
  IF EXISTS (SELECT FROM person WHERE login = session_user) AND NOT may_see(NEW.id) THEN
    RAISE EXCEPTION 'Who adds a brand sees it.' USING ERRCODE = 'AD010', CONSTRAINT = 'brand_not_seen';
  END IF;
  RETURN NULL;
END $f$;
CREATE CONSTRAINT TRIGGER guard_new AFTER INSERT ON brand DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION guard_new_brand();
`
