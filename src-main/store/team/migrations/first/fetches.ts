/**
 * What one desk fetched from the service, for all desks: days of rankings as they are packed in cache.db, and of every
 * other dataset the newest reply as the service sent it. A fetch is claimed, so that the service is asked once. A row fits into
 * the memory of each desk, also where its text repeats itself.
 *
 * These are no shared tables: no commit numbers them, and no desk has them in its core.db. Their functions lock rows
 * without `head`, and never take it afterwards.
 */
export const fetches = `
-- The partition of the month that this day is in. A person has no right to a partition, only to 'day': so its rules hold.
CREATE FUNCTION make_month(p_day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  first date := date_trunc('month', p_day)::date;
  named text := 'day_' || to_char(p_day, 'YYYY_MM');
BEGIN
  PERFORM refuse_removed();
  IF to_regclass(format('agency_desk.%I', named)) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('agency_desk ' || named, 0));
  -- A query, since a lookup by name may answer from before the lock.
  IF NOT EXISTS (SELECT FROM pg_class WHERE relname = named AND relnamespace = 'agency_desk'::regnamespace) THEN
    EXECUTE format('CREATE TABLE %I (LIKE day INCLUDING ALL)', named);
    -- Not PARTITION OF: that would wait for everybody who reads days.
    EXECUTE format('ALTER TABLE day ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', named, first, first + interval '1 month');
  END IF;
END $f$;

-- Within what the service can have days of.
CREATE FUNCTION ensure_month(p_day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed(), assert_bounds(p_day >= date '2000-01-01' AND p_day <= current_date + 366);
  PERFORM make_month(p_day);
END $f$;

-- Adds texts to the list of a brand if it still ends before 'p_first_no'; false: read the rest of it first.
CREATE FUNCTION add_texts(p_brand text, p_kind text, p_first_no bigint, p_texts text[]) RETURNS boolean
  LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('agency_desk texts ' || p_kind || p_brand, 0));
  IF p_first_no <> (SELECT coalesce(max(next_no), 1) FROM day_text WHERE brand_id = p_brand AND kind = p_kind) THEN
    RETURN false;
  END IF;
  INSERT INTO day_text VALUES (p_brand, p_kind, p_first_no, p_first_no + cardinality(p_texts), p_texts);
  RETURN true;
END $f$;

-- fresh: what the team has was begun at most 'p_max_age' seconds ago. fetch: this desk may ask the service; its token is
-- null if it may not store what it gets. busy: another desk is fetching. none: the team has nothing of it.
-- 'p_may_fetch' false: a desk without a key takes what there is.
CREATE FUNCTION claim_fetch(
  p_brand text, p_dataset text, p_slice text, p_max_age double precision, p_lease double precision, p_may_fetch boolean
) RETURNS TABLE (answer text, token uuid, wait_ms bigint, fetched_at_ms bigint, rows bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
#variable_conflict use_column
DECLARE
  me bigint := my_desk();
  may_store boolean := is_at_least('writer') AND me IS NOT NULL;
BEGIN
  PERFORM refuse_removed();
  IF NOT may_see(p_brand) THEN
    RETURN QUERY SELECT 'none', NULL::uuid, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END IF;
  -- Looked at again once the claim is here: another desk may have stored it between.
  FOR round IN 1 .. 2 LOOP
    SELECT f.fetched_at_ms, f.rows,
        CASE WHEN NOT p_may_fetch OR f.begun_at >= clock_timestamp() - make_interval(secs => p_max_age) THEN 'fresh' END
      INTO fetched_at_ms, rows, answer
      FROM fetched f WHERE f.brand_id = p_brand AND f.dataset = p_dataset AND f.slice = p_slice;
    IF answer = 'fresh' THEN
      DELETE FROM fetch_claim c WHERE c.token = claim_fetch.token;
      token := NULL;
      RETURN NEXT;
      RETURN;
    ELSIF round = 2 OR NOT p_may_fetch OR NOT may_store THEN
      answer := CASE WHEN p_may_fetch THEN 'fetch' ELSE 'none' END;
      RETURN NEXT;
      RETURN;
    END IF;
    INSERT INTO fetch_claim AS c (brand_id, dataset, slice, token, desk_no, person, begun_at, until)
      VALUES (p_brand, p_dataset, p_slice, gen_random_uuid(), me, session_user, clock_timestamp(),
        clock_timestamp() + make_interval(secs => p_lease))
      ON CONFLICT (brand_id, dataset, slice) DO UPDATE
        SET token = excluded.token, desk_no = me, person = session_user, begun_at = excluded.begun_at, until = excluded.until
        WHERE c.until <= clock_timestamp() OR c.desk_no = me
      RETURNING c.token INTO token;
    IF token IS NULL THEN
      answer := 'busy';
      SELECT greatest(0, ceil(extract(epoch FROM c.until - clock_timestamp()) * 1000))::bigint INTO wait_ms
        FROM fetch_claim c WHERE c.brand_id = p_brand AND c.dataset = p_dataset AND c.slice = p_slice;
      RETURN NEXT;
      RETURN;
    END IF;
  END LOOP;
END $f$;

CREATE FUNCTION renew_fetch(p_token uuid, p_lease double precision) RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed();
  UPDATE fetch_claim SET until = clock_timestamp() + make_interval(secs => p_lease)
    WHERE token = p_token AND person = session_user AND until > clock_timestamp() AND may_see(brand_id);
  RETURN FOUND;
END $f$;

-- Nothing was fetched: the next desk may try.
CREATE FUNCTION end_fetch(p_token uuid) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  DELETE FROM fetch_claim WHERE token = p_token AND person = session_user;
END;

-- Ends the claim with what was fetched under it; its replies follow in the same transaction. False: the lease ended
-- and another desk has it now; what that one fetches counts.
CREATE FUNCTION store_fetch(p_token uuid, p_fetched_at_ms bigint, p_rows bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  claim fetch_claim;
BEGIN
  PERFORM refuse_removed();
  DELETE FROM fetch_claim WHERE token = p_token AND person = session_user RETURNING * INTO claim;
  IF claim.token IS NULL OR NOT may_see(claim.brand_id) THEN
    RETURN false;
  END IF;
  INSERT INTO fetched VALUES (claim.brand_id, claim.dataset, claim.slice, claim.begun_at, clock_timestamp(), p_fetched_at_ms, p_rows)
    ON CONFLICT (brand_id, dataset, slice) DO UPDATE
      SET begun_at = excluded.begun_at, stored_at = excluded.stored_at, fetched_at_ms = excluded.fetched_at_ms,
        rows = excluded.rows;
  DELETE FROM reply WHERE brand_id = claim.brand_id AND dataset = claim.dataset AND slice = claim.slice;
  RETURN true;
END $f$;

-- Months that ended before this day go as a whole, with what nobody fetched since. Returns how many months went.
CREATE FUNCTION drop_days_before(p_day date) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  named text;
  dropped bigint := 0;
BEGIN
  PERFORM refuse_removed();
  FOR named IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'day'::regclass
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= p_day LOOP
    EXECUTE format('DROP TABLE %I', named);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM fetched WHERE stored_at < p_day;
  DELETE FROM fetch_claim WHERE until < clock_timestamp() - interval '1 day';
  RETURN dropped;
END $f$;

-- A fetch of the future would be the newest one for ever. A clock may be wrong by a day.
CREATE FUNCTION guard_fetched() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM assert_bounds(NEW.fetched_at_ms BETWEEN 0 AND (extract(epoch FROM clock_timestamp()) + 86400) * 1000);
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON day FOR EACH ROW EXECUTE FUNCTION guard_fetched();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON fetched FOR EACH ROW EXECUTE FUNCTION guard_fetched();

-- 100,000 keywords in a day; a reply as the desk takes it of the service.
CREATE FUNCTION guard_size() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF TG_ARGV[0] = 'day' THEN
    PERFORM assert_bounds(octet_length(NEW.data) <= 1048576 AND cardinality(NEW.sums) <= 100);
  ELSIF TG_ARGV[0] = 'text' THEN
    PERFORM assert_bounds(NEW.next_no <= 1000000 AND octet_length(array_to_string(NEW.texts, '')) <= 16777216);
  ELSE
    PERFORM assert_bounds(octet_length(NEW.body) <= 16777216 AND NEW.part BETWEEN 0 AND 2000
      AND char_length(NEW.operation) <= 100 AND coalesce(char_length(NEW.fields), 0) <= 100000);
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard_size BEFORE INSERT OR UPDATE ON day FOR EACH ROW EXECUTE FUNCTION guard_size('day');
CREATE TRIGGER guard_size BEFORE INSERT OR UPDATE ON day_text FOR EACH ROW EXECUTE FUNCTION guard_size('text');
CREATE TRIGGER guard_size BEFORE INSERT OR UPDATE ON reply FOR EACH ROW EXECUTE FUNCTION guard_size('reply');

-- The lists of texts that days name by number have no gap: behind one, no desk could add a text again.
CREATE FUNCTION guard_texts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  -- Of a brand that the person does not see, only that is said.
  IF NOT may_see(NEW.brand_id) THEN
    RETURN NEW;
  END IF;
  PERFORM assert_bounds(NEW.kind IN ('keyword', 'page') AND array_ndims(NEW.texts) = 1 AND array_lower(NEW.texts, 1) = 1
    AND array_position(NEW.texts, NULL) IS NULL AND NEW.next_no = NEW.first_no + cardinality(NEW.texts)
    AND NEW.first_no = (SELECT coalesce(max(next_no), 1) FROM day_text WHERE brand_id = NEW.brand_id AND kind = NEW.kind));
  RETURN NEW;
END $f$;
CREATE TRIGGER guard_texts BEFORE INSERT OR UPDATE ON day_text FOR EACH ROW EXECUTE FUNCTION guard_texts();
COMMENT ON TRIGGER guard_texts ON day_text IS 'after the last text';
`
