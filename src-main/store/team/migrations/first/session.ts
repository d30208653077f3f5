/**
 * Who asks: the person of this session, the desk that it named, and what that person sees. A removed person gets nothing, in an
 * open session either.
 */
export const session = `
CREATE FUNCTION role_of_team(part text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN (SELECT 'ad_' || left(team_id::text, 8) || '_' || part FROM head);

-- The desk of this session (join_desk). Null: none, or of another person.
CREATE FUNCTION my_desk() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = agency_desk, pg_temp
  RETURN (SELECT no FROM desk
    WHERE no = nullif(current_setting('agency_desk.desk', true), '')::bigint AND login = session_user);

-- For functions that run with the owner's rights: a removed person gets nothing from them either, in an open session.
CREATE FUNCTION refuse_removed() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM person WHERE login = session_user AND removed_at_ms IS NOT NULL) THEN
    RAISE EXCEPTION 'This person is not of the team.' USING ERRCODE = 'AD005', CONSTRAINT = 'not_of_the_team';
  END IF;
END $f$;

CREATE FUNCTION assert_bounds(p_is_within boolean) RETURNS void LANGUAGE plpgsql IMMUTABLE
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF p_is_within IS NOT TRUE THEN
    RAISE EXCEPTION 'The server of the team refuses these numbers.' USING ERRCODE = 'AD010', CONSTRAINT = 'out_of_bounds';
  END IF;
END $f$;

-- Makes this session one of that desk; a desk that is new gets a number. Its reader says how far it has caught up.
CREATE FUNCTION join_desk(p_id uuid, p_name text, p_position bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  number bigint;
BEGIN
  PERFORM refuse_removed();
  INSERT INTO desk AS d (id, name, login, position) VALUES (p_id, p_name, session_user, p_position)
    ON CONFLICT (id) DO UPDATE SET name = p_name, position = p_position, last_seen = now()
      WHERE d.login = session_user
    RETURNING no INTO number;
  IF number IS NULL THEN
    RAISE EXCEPTION 'This desk is of another person.' USING ERRCODE = 'AD002', CONSTRAINT = 'desk_of_another';
  END IF;
  PERFORM set_config('agency_desk.desk', number::text, false);
  RETURN number;
END $f$;

-- This desk is there, and has caught up so far. Returns the newest number.
CREATE FUNCTION seen(p_position bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed();
  UPDATE desk SET last_seen = now(), position = p_position WHERE no = my_desk();
  RETURN (SELECT no FROM head);
END $f$;

-- The brands whose keys this desk holds, of those that its person sees.
CREATE FUNCTION hold_keys(p_brands text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
BEGIN
  DELETE FROM desk_key WHERE desk_no = me AND brand_id <> ALL (p_brands);
  INSERT INTO desk_key (desk_no, brand_id) SELECT me, id FROM brand WHERE id = ANY (p_brands) AND may_see(id)
    ON CONFLICT DO NOTHING;
END $f$;

-- This desk's number; an error if the session named none of its own.
CREATE FUNCTION sending_desk() RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := my_desk();
BEGIN
  PERFORM refuse_removed();
  IF me IS NULL THEN
    RAISE EXCEPTION 'This session is of no desk.' USING ERRCODE = 'AD002', CONSTRAINT = 'no_desk';
  END IF;
  RETURN me;
END $f$;

-- Fails for everybody who is not of the team, or not any more.
CREATE FUNCTION sees_all() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  answer bigint;
BEGIN
  SELECT all_brands INTO answer FROM person WHERE login = session_user AND removed_at_ms IS NULL;
  IF answer IS NULL THEN
    RAISE EXCEPTION 'This person is not of the team.' USING ERRCODE = 'AD005', CONSTRAINT = 'not_of_the_team';
  END IF;
  RETURN answer = 1;
END $f$;

CREATE FUNCTION my_brands() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = agency_desk, pg_temp
  RETURN (SELECT coalesce(array_agg(b.brand_id), '{}') FROM person_brand b JOIN person p ON p.login = b.login
    WHERE b.login = session_user AND p.removed_at_ms IS NULL);

CREATE FUNCTION may_see(p_brand text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN CASE WHEN sees_all() THEN true ELSE p_brand IS NULL OR p_brand = ANY (my_brands()) END;

CREATE FUNCTION is_at_least(p_role text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN pg_has_role(session_user, role_of_team(p_role), 'MEMBER');

-- A schedule names its brands in a list: who sees all of them sees it.
CREATE FUNCTION sees_list(p_brands text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  RETURN (SELECT bool_and(id = ANY (my_brands()))
    FROM jsonb_array_elements_text(p_brands::jsonb -> 'brandIds') id) IS NOT FALSE;
EXCEPTION WHEN data_exception THEN
  RETURN false;
END $f$;

-- A new brand.
CREATE FUNCTION is_new_brand(p_brand text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN EXISTS (SELECT FROM brand WHERE id = p_brand AND xmin = pg_current_xact_id()::xid);

-- Every desk shows all desks.
CREATE FUNCTION guard_desk() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM assert_bounds(char_length(NEW.name) <= 300 AND NEW.position >= 0);
  IF TG_OP = 'INSERT' THEN
    PERFORM assert_bounds((SELECT count(*) < 1000 FROM desk WHERE login = NEW.login) OR EXISTS (SELECT FROM desk WHERE id = NEW.id));
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON desk FOR EACH ROW EXECUTE FUNCTION guard_desk();
`
