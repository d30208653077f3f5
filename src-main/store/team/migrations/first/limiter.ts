/**
 * The slots of a bucket (a key and an endpoint) that all desks share. A slot is free again 60.1 seconds after its request
 * ended; one whose end nobody reported, 60.1 seconds after the latest moment at which it could have ended. All times are
 * the server's: a desk reports how long ago a request ended, not when.
 *
 * A bucket is named by a mark of the key, not by the brand, whose id a desk that joins does not have yet. A desk brings the
 * requests of its last minute and takes those of the team along, as ages. What is of a key that is not known counts for every
 * key until it is over, under 'any' and the operation; under 'any' alone nobody gets a slot. Who knows the mark of a key has
 * the key, so a desk hears no mark that it does not know; it pauses what it sent something with. Numbers that reach others are
 * bounded. A person who may not send reads with a key as well, and these requests count.
 */
export const limiter = `
-- 'any' is for requests whose key is not known: no desk sends with it.
CREATE FUNCTION assert_bucket(p_bucket text) RETURNS void LANGUAGE sql IMMUTABLE SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT assert_bounds(char_length(p_bucket) BETWEEN 1 AND 300 AND split_part(p_bucket, ' ', 1) <> 'any');
END;

-- First what the desk knows of its earlier slots: ended so many milliseconds ago, or never used. Then up to 'p_wanted' new
-- ones, each good for one request that ends within 'p_deadline_ms'. None: how long to wait at least.
CREATE FUNCTION take_slots(
  p_bucket text, p_limit bigint, p_wanted bigint, p_deadline_ms bigint,
  p_ended bigint[] DEFAULT '{}', p_ended_ms_ago bigint[] DEFAULT '{}', p_unused bigint[] DEFAULT '{}'
) RETURNS TABLE (slots bigint[], wait_ms bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
  hold CONSTANT interval := interval '60.1 seconds';
  counted CONSTANT text[] := ARRAY[p_bucket, 'any ' || split_part(p_bucket, ' ', 2)];
  now_at timestamptz;
  paused_until timestamptz;
  in_use bigint;
BEGIN
  IF p_bucket LIKE 'brand:%' THEN
    RAISE EXCEPTION 'The team was updated by a newer Agency Desk. Update the program of this desk.'
      USING ERRCODE = 'AD004', CONSTRAINT = 'old_bucket';
  END IF;
  PERFORM assert_bucket(p_bucket), assert_bounds(p_limit BETWEEN 1 AND 100000 AND p_wanted >= 0
    AND p_deadline_ms BETWEEN 0 AND 600000);
  PERFORM pg_advisory_xact_lock(hashtextextended('agency_desk limiter ' || p_bucket, 0));
  now_at := clock_timestamp();
  UPDATE limiter_slot s SET free_at = least(s.free_at, greatest(s.taken_at, now_at - ago * interval '1 ms') + hold)
    FROM unnest(p_ended, p_ended_ms_ago) AS ended (no, ago) WHERE s.no = ended.no AND s.desk_no = me;
  DELETE FROM limiter_slot WHERE no = ANY (p_unused) AND desk_no = me;
  DELETE FROM limiter_slot WHERE bucket = ANY (counted) AND free_at <= now_at;
  SELECT max(until) INTO paused_until FROM limiter_pause WHERE bucket IN (p_bucket, 'any') AND until > now_at;
  SELECT count(*) INTO in_use FROM limiter_slot WHERE bucket = ANY (counted);
  IF paused_until IS NULL AND in_use < p_limit THEN
    WITH taken AS (
      INSERT INTO limiter_slot (bucket, desk_no, taken_at, free_at)
        SELECT p_bucket, me, now_at, now_at + p_deadline_ms * interval '1 ms' + hold
          FROM generate_series(1, least(p_wanted, p_limit - in_use, 1000))
        RETURNING no)
    SELECT array_agg(no ORDER BY no), 0 INTO slots, wait_ms FROM taken;
  ELSE
    slots := '{}';
    -- Of the slots in use, all but the last 'p_limit - 1' have to be free first.
    SELECT ceil(extract(epoch FROM greatest(paused_until, (
        SELECT free_at FROM limiter_slot WHERE bucket = ANY (counted) AND in_use >= p_limit
          ORDER BY free_at OFFSET greatest(in_use - p_limit, 0) LIMIT 1)) - now_at) * 1000) INTO wait_ms;
  END IF;
  RETURN NEXT;
END $f$;

-- The service asked to wait: a reader pauses for a quarter of an hour at most, as the program waits then.
CREATE FUNCTION pause_bucket(p_bucket text, p_ms bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
BEGIN
  PERFORM assert_bucket(p_bucket),
    assert_bounds(p_ms BETWEEN 0 AND CASE WHEN is_at_least('sender') THEN 86400000 ELSE 900000 END);
  IF NOT EXISTS (SELECT FROM limiter_slot WHERE bucket = p_bucket AND desk_no = me) THEN
    RAISE EXCEPTION 'This desk sent nothing with this key.' USING ERRCODE = 'AD010', CONSTRAINT = 'not_sent_here';
  END IF;
  INSERT INTO limiter_pause AS p (bucket, desk_no, until) VALUES (p_bucket, me, clock_timestamp() + p_ms * interval '1 ms')
    ON CONFLICT (bucket, desk_no) DO UPDATE SET until = greatest(p.until, excluded.until);
END $f$;

CREATE FUNCTION note_brought() RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('agency_desk brought ' || session_user, 0));
  DELETE FROM limiter_brought WHERE at <= clock_timestamp() - interval '1 day';
  IF (SELECT count(*) >= 20 FROM limiter_brought WHERE login = session_user) THEN
    RAISE EXCEPTION 'Too many desks of this person joined the team today. A desk that sent nothing for a minute can still join.'
      USING ERRCODE = 'AD010', CONSTRAINT = 'brought_too_often';
  END IF;
  INSERT INTO limiter_brought VALUES (session_user, clock_timestamp());
END $f$;

-- Requests that this desk sent so many milliseconds ago, without a slot of the team. Ages are of the last minute. A second less
-- than nothing: a desk that crashed may have sent a little after it said so.
CREATE FUNCTION bring_slots(p_buckets text[], p_ms_ago bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
  hold CONSTANT interval := interval '60.1 seconds';
  now_at timestamptz := clock_timestamp();
BEGIN
  PERFORM assert_bounds(cardinality(p_buckets) <= 20000 AND cardinality(p_buckets) = cardinality(p_ms_ago)
    AND NOT EXISTS (SELECT FROM unnest(p_buckets, p_ms_ago) AS brought (bucket, ago)
      WHERE (ago BETWEEN -1000 AND 120000 AND char_length(bucket) BETWEEN 1 AND 300) IS NOT TRUE));
  PERFORM note_brought();
  INSERT INTO limiter_slot (bucket, desk_no, taken_at, free_at)
    SELECT bucket, me, now_at - ago * interval '1 ms', now_at - ago * interval '1 ms' + hold
      FROM unnest(p_buckets, p_ms_ago) AS brought (bucket, ago) WHERE bucket <> 'any';
  INSERT INTO limiter_pause AS p (bucket, desk_no, until)
    SELECT 'any', me, max(now_at - ago * interval '1 ms' + hold)
      FROM unnest(p_buckets, p_ms_ago) AS brought (bucket, ago) WHERE bucket = 'any' HAVING count(*) > 0
    ON CONFLICT (bucket, desk_no) DO UPDATE SET until = greatest(p.until, excluded.until);
END $f$;

-- What counts now, of all desks, for a desk that leaves: how many milliseconds ago each request ended. One whose end nobody
-- reported ended now: of this desk because it has ended all of them, of the others because it may. What this desk sent
-- nothing with counts for each key.
CREATE FUNCTION slots_in_use() RETURNS TABLE (bucket text, ms_ago bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
  hold CONSTANT interval := interval '60.1 seconds';
  now_at timestamptz := clock_timestamp();
BEGIN
  RETURN QUERY
    WITH own AS (SELECT DISTINCT s.bucket FROM limiter_slot s WHERE s.desk_no = me AND s.free_at > now_at)
    SELECT CASE WHEN s.bucket IN (SELECT own.bucket FROM own) THEN s.bucket ELSE 'any ' || split_part(s.bucket, ' ', 2) END,
        greatest(0, floor(extract(epoch FROM now_at - (s.free_at - hold)) * 1000))::bigint
      FROM limiter_slot s WHERE s.free_at > now_at
    UNION ALL
    SELECT p.bucket, floor(extract(epoch FROM now_at - (p.until - hold)) * 1000)::bigint
      FROM limiter_pause p WHERE p.bucket = 'any' AND p.until > now_at;
END $f$;

-- Requests of the last minute, of all desks.
CREATE FUNCTION slots_taken(p_bucket text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM sending_desk();
  RETURN (SELECT count(*) FROM limiter_slot
    WHERE bucket IN (p_bucket, 'any ' || split_part(p_bucket, ' ', 2))
      AND greatest(taken_at, least(clock_timestamp(), free_at - interval '60.1 seconds'))
        > clock_timestamp() - interval '60.1 seconds');
END $f$;

-- What rests now: each key and operation once (no operation: all of them), until when, and of whom.
CREATE FUNCTION pauses() RETURNS TABLE (no bigint, operation text, until timestamptz, login text) LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed();
  RETURN QUERY SELECT DISTINCT ON (p.bucket) p.no, split_part(p.bucket, ' ', 2), p.until, d.login
    FROM limiter_pause p LEFT JOIN desk d ON d.no = p.desk_no WHERE p.until > clock_timestamp()
    ORDER BY p.bucket, p.until DESC;
END $f$;

CREATE FUNCTION lift_pause(p_no bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed();
  DELETE FROM limiter_pause WHERE bucket = (SELECT p.bucket FROM limiter_pause p WHERE p.no = p_no);
END $f$;
`
