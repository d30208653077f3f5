/**
 * Who sends which intent. A claim is a lease by the server's clock, one for each brand. A lease that ended while something was
 * in flight never makes that something wait again: it is unknown, whatever a desk says.
 */
export const claims = `
CREATE FUNCTION is_claimed_here(p_intent_no bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN EXISTS (SELECT FROM claim
    WHERE intent_no = p_intent_no AND desk_no = my_desk() AND until > clock_timestamp());

-- The oldest intent that this desk may send: of these brands, not one of 'p_except' (which the desk may not send now), of
-- a brand without a live claim. What was lost in flight comes first ('is_lost'): nothing of its brand goes before it is
-- settled. Locks no row that another desk waits for. Between the look and the claim, another desk may have claimed the same
-- intent, sent it and given its claim back: so the intent is locked too, and PostgreSQL looks again at what changed meanwhile;
-- one that is being written is left to a later call.
CREATE FUNCTION claim_next(p_brands text[], p_seconds double precision, p_except bigint[] DEFAULT '{}')
  RETURNS TABLE (intent_no bigint, brand_id text, until timestamptz, is_lost boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
#variable_conflict use_column
DECLARE
  me bigint := sending_desk();
  tried text[] := '{}';
  found_one record;
BEGIN
  LOOP
    SELECT i.no, i.brand_id, i.in_flight > 0 AS is_lost INTO found_one
      FROM intent i JOIN brand b ON b.id = i.brand_id
      WHERE i.state IN ('ready', 'in_flight') AND i.brand_id = ANY (p_brands) AND i.brand_id <> ALL (tried)
        AND i.no <> ALL (p_except) AND may_see(i.brand_id)
        AND (i.in_flight > 0 OR NOT EXISTS (
          SELECT FROM intent lost WHERE lost.brand_id = i.brand_id AND lost.state = 'in_flight' AND lost.in_flight > 0))
        AND (i.in_flight > 0 OR i.kind <> 'queue' OR NOT EXISTS (
          SELECT FROM team_setting WHERE key = 'isSendingHeld' AND value = 'true'))
        AND NOT EXISTS (SELECT FROM claim c WHERE c.brand_id = i.brand_id AND c.until > clock_timestamp())
      ORDER BY i.in_flight > 0 DESC, i.no LIMIT 1 FOR NO KEY UPDATE OF b, i SKIP LOCKED;
    EXIT WHEN NOT FOUND;
    tried := tried || found_one.brand_id;
    RETURN QUERY
      INSERT INTO claim AS c (brand_id, intent_no, desk_no, person, until)
        VALUES (found_one.brand_id, found_one.no, me, session_user, clock_timestamp() + make_interval(secs => p_seconds))
        ON CONFLICT (brand_id) DO UPDATE
          SET intent_no = excluded.intent_no, desk_no = me, person = session_user, until = excluded.until
          WHERE c.until <= clock_timestamp()
        RETURNING c.intent_no, c.brand_id, c.until, found_one.is_lost;
    EXIT WHEN FOUND;
  END LOOP;
END $f$;

-- Null: the lease ended, or the person does not see the brand any more.
CREATE FUNCTION renew(p_intent_no bigint, p_seconds double precision) RETURNS timestamptz LANGUAGE sql VOLATILE
  SECURITY DEFINER SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  UPDATE claim SET until = clock_timestamp() + make_interval(secs => p_seconds)
    WHERE intent_no = p_intent_no AND desk_no = sending_desk() AND until > clock_timestamp() AND may_see(brand_id)
    RETURNING until;
END;

CREATE FUNCTION give_back(p_intent_no bigint) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  DELETE FROM claim WHERE intent_no = p_intent_no AND desk_no = sending_desk();
END;

-- Longer than any request takes, so no desk needs a longer lease.
CREATE FUNCTION guard_lease() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM assert_bounds(NEW.until <= clock_timestamp() + interval '10 minutes');
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION guard_lease();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON fetch_claim FOR EACH ROW EXECUTE FUNCTION guard_lease();

CREATE FUNCTION note_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  is_new boolean := true;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    is_new := OLD.until <= clock_timestamp() OR (OLD.intent_no, OLD.desk_no) <> (NEW.intent_no, NEW.desk_no);
  END IF;
  IF is_new THEN
    NEW.is_lost := EXISTS (SELECT FROM intent_item WHERE intent_no = NEW.intent_no AND state = 'in_flight');
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER note_lost BEFORE INSERT OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION note_lost();

-- Only the desk with the claim sends; only it says, while its lease lasts, that something was surely not sent.
CREATE FUNCTION guard_item() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
DECLARE
  was text := CASE WHEN TG_OP = 'UPDATE' THEN OLD.state ELSE 'new' END;
BEGIN
  IF NEW.state = 'in_flight' AND (was <> 'waiting' OR NOT is_claimed_here(NEW.intent_no)) THEN
    RAISE EXCEPTION 'Only the desk that claimed this intent sends it.'
      USING ERRCODE = 'AD003', CONSTRAINT = 'not_claimed_here';
  ELSIF NEW.state = 'waiting' AND was <> 'new' AND (was <> 'in_flight' OR NOT is_claimed_here(NEW.intent_no)) THEN
    RAISE EXCEPTION 'What may have been sent is never sent again by itself.'
      USING ERRCODE = 'AD004', CONSTRAINT = 'never_ready_again';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard_insert BEFORE INSERT ON intent_item FOR EACH ROW
  WHEN (NEW.state = 'in_flight') EXECUTE FUNCTION guard_item();
CREATE TRIGGER guard_update BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION guard_item();

CREATE FUNCTION guard_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM claim WHERE intent_no = NEW.intent_no AND is_lost) THEN
    RAISE EXCEPTION 'What may have been sent is never sent again by itself.'
      USING ERRCODE = 'AD004', CONSTRAINT = 'never_ready_again';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard_lost BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state = 'in_flight' AND NEW.state = 'waiting') EXECUTE FUNCTION guard_lost();
`
