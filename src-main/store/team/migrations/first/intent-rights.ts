/**
 * What a role may do to an intent. And what a person queued waits for a sender's word once they are removed, may do less, or do
 * not see its brand any more: it is held in the commit that takes the right. What is in flight then ends; its next batch waits.
 *
 * Guards refuse and never correct a state: a row that the desk did not write would differ from the desk's own copy.
 */
export const intentRights = `
-- Who may only write holds, pauses and cancels own intents. A sender sends, says that it was sent (approval counts until
-- then), and releases what needs approval.
CREATE FUNCTION guard_intent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  was_sent_at bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.sent_at_ms END;
BEGIN
  IF is_at_least('sender') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.made_by IS DISTINCT FROM session_user THEN
    RAISE EXCEPTION 'Only a sender changes an intent of somebody else.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'not_your_intent';
  ELSIF NEW.state NOT IN ('held', 'ready', 'cancelled') OR NEW.sent_at_ms IS DISTINCT FROM was_sent_at THEN
    RAISE EXCEPTION 'Only a sender sends.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
  ELSIF NEW.state <> 'cancelled' AND NOT (NEW.state = 'held' AND NEW.is_paused = 1 AND NEW.release_at_ms IS NULL)
    AND EXISTS (SELECT FROM brand_rule WHERE brand_id = NEW.brand_id AND needs_approval = 1) THEN
    RAISE EXCEPTION 'This brand needs approval: a sender releases it.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'needs_approval';
  END IF;
  RETURN NEW;
END $f$;

-- What functions of the owner change is not what the person whose session it is changes.
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON intent FOR EACH ROW
  WHEN (current_user <> role_of_team('owner')) EXECUTE FUNCTION guard_intent();

-- Who may only write cancels what waits of the own intents, and changes nothing else of it.
CREATE FUNCTION guard_item_of_writer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR OLD IS NOT DISTINCT FROM NEW
    OR OLD.state = 'waiting' AND NEW.state = 'cancelled'
      AND (OLD.reason, OLD.result) IS NOT DISTINCT FROM (NEW.reason, NEW.result)
      AND EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND made_by = session_user) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
END $f$;
CREATE TRIGGER guard_writer BEFORE UPDATE ON intent_item FOR EACH ROW EXECUTE FUNCTION guard_item_of_writer();

-- What a person did is signed by that person, has the server's time, and is what the role may do. Another person's release
-- counts as an approval. A desk's answer may be some seconds old: a time is refused, never corrected.
CREATE FUNCTION guard_act() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF current_user = role_of_team('owner') THEN
    RETURN NEW;
  END IF;
  NEW.person := coalesce(NEW.person, session_user);
  IF TG_OP = 'UPDATE' OR NEW.person <> session_user THEN
    RAISE EXCEPTION 'What a person did is signed by that person, and stays.'
      USING ERRCODE = 'AD006', CONSTRAINT = 'signed_for_another';
  ELSIF abs(NEW.at_ms - extract(epoch FROM clock_timestamp()) * 1000) > 300000 THEN
    RAISE EXCEPTION 'The time of this differs from the time of the server. Nothing was stored. Try again.'
      USING ERRCODE = 'AD011', CONSTRAINT = 'act_time';
  ELSIF is_at_least('sender') THEN
    RETURN NEW;
  ELSIF NEW.act NOT IN ('cancelled', 'paused', 'resumed', 'released') THEN
    RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
  ELSIF NOT EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND made_by = session_user) THEN
    RAISE EXCEPTION 'Only a sender changes an intent of somebody else.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'not_your_intent';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON intent_act FOR EACH ROW EXECUTE FUNCTION guard_act();

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
`
