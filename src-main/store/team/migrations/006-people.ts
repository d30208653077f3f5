import type { TeamMigration } from '../migration.ts'

/**
 * People log in as themselves. Their role is a role of PostgreSQL, their brands are rows, and both are checked for each
 * statement: a removed person's next one fails, also in an open session. What a person may not see is not there for them,
 * in tables of brands and in the list of changes. A desk cannot sign for somebody else.
 *
 * Guards refuse and never correct a state: a row that the desk did not write would differ from the desk's own copy.
 */
export const people: TeamMigration = {
  name: 'people',
  landed: '123fad9edf315ea0',
  sql: `
CREATE TABLE person (
  login text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, role text COLLATE "C" NOT NULL,
  all_brands bigint NOT NULL, removed_at_ms bigint
);
CREATE TABLE person_brand (
  login text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, PRIMARY KEY (login, brand_id)
);
CREATE TABLE brand_rule (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE, needs_approval bigint NOT NULL
);
-- Which desk holds the key of a brand; never the key.
CREATE TABLE desk_key (
  desk_no bigint NOT NULL REFERENCES desk ON DELETE CASCADE,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, PRIMARY KEY (desk_no, brand_id)
);
INSERT INTO team_table (name, key_columns, brand_column) VALUES
  ('person', '{login}', NULL), ('person_brand', '{login,brand_id}', NULL), ('brand_rule', '{brand_id}', 'brand_id');
SELECT note_changes_of(name), make_writes_of(name) FROM team_table WHERE name IN ('person', 'person_brand', 'brand_rule');

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

-- A row of no brand is for everybody of the team. The sub-selects run once a statement.
DO $policies$
DECLARE
  step record;
  named text;
BEGIN
  FOR step IN
    SELECT name, brand_column FROM team_table WHERE name NOT IN ('person', 'person_brand')
    UNION ALL SELECT 'change', 'brand_id' UNION ALL SELECT 'desk_key', 'brand_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', step.name);
    EXECUTE format('CREATE POLICY by_brand ON %I USING (%s)', step.name, CASE
      WHEN step.brand_column IS NULL THEN '(SELECT sees_all()) IS NOT NULL'
      ELSE format('CASE WHEN (SELECT sees_all()) THEN true ELSE %1$I IS NULL OR %1$I = ANY ((SELECT my_brands())::text[]) END',
        step.brand_column) END);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['person', 'person_brand', 'head', 'commit', 'desk'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY of_the_team ON %I USING ((SELECT sees_all()) IS NOT NULL)', named);
  END LOOP;
END $policies$;
CREATE POLICY of_this_desk ON desk_key AS RESTRICTIVE FOR INSERT WITH CHECK (desk_no = (SELECT my_desk()));
CREATE POLICY of_this_desk_too ON desk_key AS RESTRICTIVE FOR DELETE USING (desk_no = (SELECT my_desk()));

-- Nobody signs for somebody else. The owner copies what was signed before there was a team.
CREATE FUNCTION guard_signature() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  is_own boolean;
BEGIN
  IF current_user = role_of_team('owner') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.made_by := coalesce(NEW.made_by, session_user);
    is_own := NEW.made_by = session_user AND coalesce(NEW.changed_by, session_user) = session_user;
  ELSE
    NEW.made_by := coalesce(NEW.made_by, OLD.made_by);
    is_own := NEW.made_by IS NOT DISTINCT FROM OLD.made_by OR NEW.made_by = session_user;
    IF NEW.changed_by IS NOT DISTINCT FROM OLD.changed_by THEN
      NEW.changed_by := session_user;
    END IF;
    NEW.changed_by := coalesce(NEW.changed_by, session_user);
    is_own := is_own AND NEW.changed_by = session_user;
  END IF;
  IF NOT is_own THEN
    RAISE EXCEPTION 'A row is signed by the person who writes it.'
      USING ERRCODE = 'AD006', CONSTRAINT = 'signed_for_another';
  END IF;
  RETURN NEW;
END $f$;

CREATE FUNCTION guard_act() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF current_user <> role_of_team('owner') THEN
    NEW.person := coalesce(NEW.person, session_user);
    IF TG_OP = 'UPDATE' OR NEW.person <> session_user THEN
      RAISE EXCEPTION 'What a person did is signed by that person, and stays.'
        USING ERRCODE = 'AD006', CONSTRAINT = 'signed_for_another';
    END IF;
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON intent_act FOR EACH ROW EXECUTE FUNCTION guard_act();

-- Who may only write holds, pauses and cancels own intents. A sender sends, and releases what needs approval.
CREATE FUNCTION guard_intent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.made_by IS DISTINCT FROM session_user THEN
    RAISE EXCEPTION 'Only a sender changes an intent of somebody else.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'not_your_intent';
  ELSIF NEW.state NOT IN ('held', 'ready', 'cancelled') THEN
    RAISE EXCEPTION 'Only a sender sends.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
  ELSIF NEW.state <> 'cancelled' AND NOT (NEW.state = 'held' AND NEW.is_paused = 1 AND NEW.release_at_ms IS NULL)
    AND EXISTS (SELECT FROM brand_rule WHERE brand_id = NEW.brand_id AND needs_approval = 1) THEN
    RAISE EXCEPTION 'This brand needs approval: a sender releases it.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'needs_approval';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent();

CREATE FUNCTION guard_item_of_writer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender')
    OR NEW.state = 'cancelled' AND EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND made_by = session_user) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
END $f$;
CREATE TRIGGER guard_writer BEFORE UPDATE ON intent_item FOR EACH ROW EXECUTE FUNCTION guard_item_of_writer();

CREATE FUNCTION guard_setting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF NEW.key <> 'isSendingHeld' AND NOT is_at_least('admin') THEN
    RAISE EXCEPTION 'Only an admin changes this setting.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_an_admin';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON team_setting FOR EACH ROW EXECUTE FUNCTION guard_setting();

DO $signed$
DECLARE
  signed text;
BEGIN
  FOR signed IN SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'agency_desk' AND column_name = 'made_by' LOOP
    EXECUTE format('CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard_signature()',
      signed);
  END LOOP;
END $signed$;

DO $grants$
DECLARE
  reader text := quote_ident(role_of_team('reader'));
  writer text := quote_ident(role_of_team('writer'));
  sender text := quote_ident(role_of_team('sender'));
  admin text := quote_ident(role_of_team('admin'));
  named text;
BEGIN
  EXECUTE 'GRANT USAGE ON SCHEMA agency_desk TO ' || reader;
  EXECUTE 'GRANT SELECT ON ALL TABLES IN SCHEMA agency_desk TO ' || reader;
  EXECUTE 'REVOKE SELECT ON claim, limiter_slot, limiter_pause FROM ' || reader;
  EXECUTE 'GRANT EXECUTE ON FUNCTION role_of_team, my_desk, join_desk, refuse_removed, sees_all, my_brands, may_see, is_at_least TO ' || reader;
  EXECUTE 'GRANT EXECUTE ON FUNCTION columns_of, keys_in, is_stale, begin_turn, commit_no, write, outcome TO ' || writer;
  EXECUTE 'GRANT EXECUTE ON FUNCTION sending_desk, claim_next, renew, give_back, take_slots, pause_bucket TO ' || sender;
  FOR named IN SELECT name FROM team_table LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I, %I TO ', 'put_' || named, 'drop_' || named) || writer;
  END LOOP;
  -- What was sent, or may have been, stays: its rows go with their brand only.
  FOR named IN SELECT name FROM team_table
    WHERE name NOT IN ('team_setting', 'person', 'person_brand', 'brand_rule') LOOP
    EXECUTE format('GRANT INSERT, UPDATE ON %I TO ', named) || writer;
    IF named NOT IN ('brand', 'suppression', 'intent', 'intent_call', 'intent_item', 'intent_act', 'preview_use') THEN
      EXECUTE format('GRANT DELETE ON %I TO ', named) || writer;
    END IF;
  END LOOP;
  EXECUTE 'GRANT DELETE ON suppression TO ' || sender;
  EXECUTE 'GRANT INSERT, UPDATE ON team_setting TO ' || sender;
  EXECUTE 'GRANT INSERT, DELETE ON desk_key TO ' || writer;
  EXECUTE 'GRANT INSERT, UPDATE, DELETE ON person, person_brand, brand_rule TO ' || admin;
  EXECUTE 'GRANT DELETE ON brand, team_setting TO ' || admin;
END $grants$;
`,
}
