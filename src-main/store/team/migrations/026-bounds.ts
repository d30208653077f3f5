import type { TeamMigration } from '../migration.ts'

/**
 * Nobody stops the others for longer than a desk has a reason to, whatever their program says: numbers that reach others are
 * bounded, and what a person holds (claims, fetches, slots, pauses) ends with their removal. Who knows the mark of a key has
 * the key, so a desk hears no mark that it does not know; it pauses what it sent something with. A pause is of its desk:
 * one that is gone takes along its own ones only.
 */
export const bounds: TeamMigration = {
  name: 'bounds',
  landed: '55d2c1e22976c824',
  sql: `
CREATE FUNCTION assert_bounds(p_is_within boolean) RETURNS void LANGUAGE plpgsql IMMUTABLE
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF p_is_within IS NOT TRUE THEN
    RAISE EXCEPTION 'The server of the team refuses these numbers.' USING ERRCODE = 'AD010', CONSTRAINT = 'out_of_bounds';
  END IF;
END $f$;

-- 'any' is for requests whose key is not known: no desk sends with it.
CREATE FUNCTION assert_bucket(p_bucket text) RETURNS void LANGUAGE sql IMMUTABLE SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT assert_bounds(char_length(p_bucket) BETWEEN 1 AND 300 AND split_part(p_bucket, ' ', 1) <> 'any');
END;

ALTER TABLE limiter_pause DROP CONSTRAINT limiter_pause_pkey,
  ADD no bigint GENERATED ALWAYS AS IDENTITY UNIQUE, ADD desk_no bigint NOT NULL DEFAULT 0, ADD PRIMARY KEY (bucket, desk_no);
ALTER TABLE limiter_pause ALTER desk_no DROP DEFAULT;

-- What was set without bounds, or by somebody who was removed.
UPDATE limiter_pause SET until = least(until, clock_timestamp() + interval '1 day');
UPDATE limiter_slot SET free_at = least(free_at, clock_timestamp() + interval '660.1 seconds');
UPDATE claim SET until = least(until, clock_timestamp() + interval '10 minutes');
UPDATE fetch_claim SET until = least(until, clock_timestamp() + interval '10 minutes');
DELETE FROM fetched WHERE fetched_at_ms > (extract(epoch FROM clock_timestamp()) + 86400) * 1000;
DELETE FROM day WHERE fetched_at_ms > (extract(epoch FROM clock_timestamp()) + 86400) * 1000;
DELETE FROM claim USING person WHERE login = claim.person AND removed_at_ms IS NOT NULL;
DELETE FROM fetch_claim USING person WHERE login = fetch_claim.person AND removed_at_ms IS NOT NULL;

CREATE OR REPLACE FUNCTION take_slots(
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
CREATE OR REPLACE FUNCTION pause_bucket(p_bucket text, p_ms bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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

-- When people brought requests. A desk does it once, as it joins; a person who repeats it stops all keys.
CREATE TABLE limiter_brought (login text NOT NULL, at timestamptz NOT NULL);
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

-- Ages are of the last minute. A second less than nothing: a desk that crashed may have sent a little after it said so.
CREATE OR REPLACE FUNCTION bring_slots(p_buckets text[], p_ms_ago bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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

-- As before; what this desk sent nothing with counts for each key.
CREATE OR REPLACE FUNCTION slots_in_use() RETURNS TABLE (bucket text, ms_ago bigint) LANGUAGE plpgsql SECURITY DEFINER
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

-- Longer than any request takes, so no desk needs a longer lease.
CREATE FUNCTION guard_lease() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM assert_bounds(NEW.until <= clock_timestamp() + interval '10 minutes');
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION guard_lease();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON fetch_claim FOR EACH ROW EXECUTE FUNCTION guard_lease();

-- Null: the lease ended, or the person does not see the brand any more.
CREATE OR REPLACE FUNCTION renew(p_intent_no bigint, p_seconds double precision) RETURNS timestamptz LANGUAGE sql VOLATILE
  SECURITY DEFINER SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  UPDATE claim SET until = clock_timestamp() + make_interval(secs => p_seconds)
    WHERE intent_no = p_intent_no AND desk_no = sending_desk() AND until > clock_timestamp() AND may_see(brand_id)
    RETURNING until;
END;

CREATE OR REPLACE FUNCTION renew_fetch(p_token uuid, p_lease double precision) RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed();
  UPDATE fetch_claim SET until = clock_timestamp() + make_interval(secs => p_lease)
    WHERE token = p_token AND person = session_user AND until > clock_timestamp() AND may_see(brand_id);
  RETURN FOUND;
END $f$;

-- A fetch of the future would be the newest one for ever. A clock may be wrong by a day.
CREATE FUNCTION guard_fetched() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM assert_bounds(NEW.fetched_at_ms BETWEEN 0 AND (extract(epoch FROM clock_timestamp()) + 86400) * 1000);
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON day FOR EACH ROW EXECUTE FUNCTION guard_fetched();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON fetched FOR EACH ROW EXECUTE FUNCTION guard_fetched();

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

-- Within what the service can have days of.
ALTER FUNCTION ensure_month(date) RENAME TO make_month;
CREATE FUNCTION ensure_month(p_day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM refuse_removed(), assert_bounds(p_day >= date '2000-01-01' AND p_day <= current_date + 366);
  PERFORM make_month(p_day);
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
CREATE OR REPLACE FUNCTION end_sessions_of(p_login text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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

CREATE OR REPLACE FUNCTION remove_person(p_login text) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
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

DO $grants$
DECLARE
  writer text := quote_ident(role_of_team('writer'));
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION pauses, lift_pause TO ' || quote_ident(role_of_team('admin'));
  EXECUTE 'REVOKE EXECUTE ON FUNCTION make_month FROM ' || writer;
  EXECUTE 'GRANT EXECUTE ON FUNCTION ensure_month TO ' || writer;
END $grants$;
`,
}
