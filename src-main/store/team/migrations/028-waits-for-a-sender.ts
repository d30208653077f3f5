import type { TeamMigration } from '../migration.ts'

/**
 * What a person queued waits for a sender's word once they are removed, may do less, or do not see its brand any more: it is
 * held in the commit that takes the right. What is in flight then ends; its next batch waits. And a person sees no id of a
 * brand that is not theirs: not in who sees which brand, and not in a schedule of reports.
 */
export const waitsForASender: TeamMigration = {
  name: 'waits-for-a-sender',
  landed: '1a47e4241767b53b',
  sql: `
CREATE INDEX intent_unsent ON intent (made_by) WHERE state IN ('held', 'ready', 'in_flight');

-- Until another sender approves it. What people did is numbered by desks, so that their order proves nothing.
CREATE TABLE intent_stopped (intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE);

-- What functions of the owner change is not what the person whose session it is changes.
DROP TRIGGER guard ON intent;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON intent FOR EACH ROW
  WHEN (current_user <> role_of_team('owner')) EXECUTE FUNCTION guard_intent();

CREATE FUNCTION hold_unsent(p_nos bigint[], p_why text, p_now_ms bigint) RETURNS void LANGUAGE sql
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off
BEGIN ATOMIC
  UPDATE intent SET state = 'held', is_paused = 1, reason = p_why, changed_by = session_user, changed_at_ms = p_now_ms,
      hold_left_ms = coalesce(hold_left_ms, greatest(0, release_at_ms - p_now_ms), 0), release_at_ms = NULL
    WHERE no = ANY (p_nos);
END;

-- No brands: of all. By the items: the counts of an intent are what a desk says. What is in flight ends as it does.
CREATE FUNCTION stop_unsent(p_login text, p_brands text[], p_why text) RETURNS void LANGUAGE plpgsql
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  first_no bigint := (now_ms - 1767225600000) * 1024;
  nos bigint[];
  idle bigint[];
  one bigint;
  why text;
BEGIN
  SELECT array_agg(no ORDER BY no), array_agg(no) FILTER (WHERE NOT is_in_flight) INTO nos, idle FROM (
    SELECT no, EXISTS (SELECT FROM intent_item t WHERE t.intent_no = i.no AND t.state = 'in_flight') AS is_in_flight
      FROM intent i WHERE made_by = p_login AND state IN ('held', 'ready', 'in_flight')
        AND EXISTS (SELECT FROM intent_item t WHERE t.intent_no = i.no AND t.state = 'waiting')
        AND (p_brands IS NULL OR brand_id = ANY (p_brands))) open;
  IF nos IS NULL THEN
    RETURN;
  END IF;
  SELECT 'Waits for a sender: ' || format(p_why, name) INTO why FROM person WHERE login = p_login;
  SELECT greatest(first_no, max(no)) INTO first_no FROM intent_act WHERE no < first_no + 540000::bigint * 1024;
  BEGIN
    PERFORM hold_unsent(idle, why, now_ms);
  EXCEPTION WHEN check_violation THEN
    -- Of older rows that no check would take, intent_stopped is enough.
    FOREACH one IN ARRAY idle LOOP
      BEGIN
        PERFORM hold_unsent(ARRAY[one], why, now_ms);
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END LOOP;
  END;
  INSERT INTO intent_act (intent_no, no, at_ms, person, act)
    SELECT n, first_no + nth, now_ms, session_user, 'held' FROM unnest(nos) WITH ORDINALITY AS stopped (n, nth);
  INSERT INTO intent_stopped SELECT unnest(nos) ON CONFLICT DO NOTHING;
  DELETE FROM claim WHERE intent_no = ANY (idle);
END $f$;

-- Only a sender approves (guard_act). Who lost the right may have approved it before, or have the right again.
CREATE FUNCTION note_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
BEGIN
  DELETE FROM intent_stopped s USING intent i
    WHERE s.intent_no = NEW.intent_no AND i.no = NEW.intent_no AND i.made_by IS DISTINCT FROM NEW.person;
  RETURN NULL;
END $f$;
CREATE TRIGGER note_approval AFTER INSERT ON intent_act FOR EACH ROW WHEN (NEW.act = 'approved')
  EXECUTE FUNCTION note_approval();

-- A sender's desk stores the release before the approval, in one commit: it may, and nothing begins without both.
CREATE FUNCTION guard_stopped() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
BEGIN
  IF TG_TABLE_NAME = 'intent' THEN
    IF is_at_least('sender') AND NEW.made_by IS DISTINCT FROM session_user OR NEW.state = 'cancelled' OR NEW.state = 'held' AND NEW.is_paused = 1
      OR NOT EXISTS (SELECT FROM intent_stopped WHERE intent_no = NEW.no) THEN
      RETURN NEW;
    END IF;
  ELSIF NOT EXISTS (SELECT FROM intent_stopped WHERE intent_no = NEW.intent_no) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'This waits for a sender.' USING ERRCODE = 'AD007', CONSTRAINT = 'waits_for_a_sender';
END $f$;
CREATE TRIGGER guard_stopped BEFORE UPDATE ON intent FOR EACH ROW
  WHEN (OLD.state = 'held' AND (OLD.state, OLD.is_paused) IS DISTINCT FROM (NEW.state, NEW.is_paused))
  EXECUTE FUNCTION guard_stopped();
CREATE TRIGGER guard_stopped BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state <> 'in_flight' AND NEW.state = 'in_flight') EXECUTE FUNCTION guard_stopped();

-- A right changes in one place each, whatever function does it.
CREATE FUNCTION rank_of(p_role text) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = agency_desk, pg_temp
  RETURN array_position(ARRAY['reader', 'writer', 'sender', 'admin'], p_role);
CREATE FUNCTION note_lost_rights() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
BEGIN
  IF NEW.removed_at_ms IS NOT NULL AND OLD.removed_at_ms IS NULL THEN
    PERFORM stop_unsent(NEW.login, NULL, '%s was removed from the team.');
  ELSIF rank_of(NEW.role) < least(rank_of(OLD.role), rank_of('sender')) THEN
    PERFORM stop_unsent(NEW.login, NULL, 'the rights of %s were changed.');
  END IF;
  RETURN NULL;
END $f$;
CREATE TRIGGER note_lost_rights AFTER UPDATE ON person FOR EACH ROW EXECUTE FUNCTION note_lost_rights();

SELECT stop_unsent(login, NULL, '%s was removed from the team.') FROM person WHERE removed_at_ms IS NOT NULL;

-- As before, and what the person queued for a brand that they do not see any more waits. An admin who sees some brands
-- changes these only.
CREATE OR REPLACE FUNCTION set_brands(p_login text, p_all_brands boolean, p_brands text[]) RETURNS void LANGUAGE plpgsql
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

-- Who sees which brand: a row of that brand. A person hears of their own rows, also once the brand is not theirs.
UPDATE team_table SET brand_column = 'brand_id' WHERE name = 'person_brand';
DROP TRIGGER note_insert ON person_brand;
DROP TRIGGER note_update ON person_brand;
DROP TRIGGER note_delete ON person_brand;
SELECT note_only_changes_of('person_brand');
UPDATE change SET brand_id = key::jsonb ->> 1 WHERE tbl = 'person_brand';
DROP POLICY of_the_team ON person_brand;
CREATE POLICY by_brand ON person_brand FOR SELECT USING (login = session_user
  OR CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id = ANY ((SELECT my_brands())::text[]) END);
CREATE POLICY of_the_team ON person_brand FOR INSERT WITH CHECK ((SELECT sees_all()) IS NOT NULL);
CREATE POLICY own_brands ON change FOR SELECT
  USING ((SELECT sees_all()) IS NOT NULL AND tbl = 'person_brand' AND key::jsonb ->> 0 = session_user);

-- A schedule names its brands in a list: who sees all of them sees it.
CREATE FUNCTION sees_list(p_brands text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  RETURN (SELECT bool_and(id = ANY (my_brands()))
    FROM jsonb_array_elements_text(p_brands::jsonb -> 'brandIds') id) IS NOT FALSE;
EXCEPTION WHEN data_exception THEN
  RETURN false;
END $f$;
DO $grants$
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION sees_list TO ' || quote_ident(role_of_team('reader'));
END $grants$;
DROP POLICY by_brand ON report_schedule;
CREATE POLICY by_brand ON report_schedule USING (CASE WHEN (SELECT sees_all()) THEN true ELSE sees_list(brands) END);
`,
}
