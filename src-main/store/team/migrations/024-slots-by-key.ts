import type { TeamMigration } from '../migration.ts'

/**
 * A bucket is named by a mark of the key, not by the brand, whose id a desk that joins does not have yet. A desk brings the
 * requests of its last minute and takes those of the team along, as ages. What was named by a brand counts for every key until
 * it is over, under 'any' and the operation; under 'any' alone nobody gets a slot. Programs that still name brands get none.
 */
export const slotsByKey: TeamMigration = {
  name: 'slots-by-key',
  landed: '2112a9bb78b78294',
  sql: `
UPDATE limiter_slot SET bucket = 'any ' || split_part(bucket, ' ', 2) WHERE bucket LIKE 'brand:%';
DELETE FROM limiter_pause WHERE bucket LIKE 'brand:%';

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
          FROM generate_series(1, least(p_wanted, p_limit - in_use))
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

-- Requests that this desk sent so many milliseconds ago, without a slot of the team.
CREATE FUNCTION bring_slots(p_buckets text[], p_ms_ago bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  me bigint := sending_desk();
  hold CONSTANT interval := interval '60.1 seconds';
  now_at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO limiter_slot (bucket, desk_no, taken_at, free_at)
    SELECT bucket, me, now_at - ago * interval '1 ms', now_at - ago * interval '1 ms' + hold
      FROM unnest(p_buckets, p_ms_ago) AS brought (bucket, ago) WHERE bucket <> 'any';
  INSERT INTO limiter_pause AS p (bucket, until)
    SELECT 'any', max(now_at - ago * interval '1 ms' + hold)
      FROM unnest(p_buckets, p_ms_ago) AS brought (bucket, ago) WHERE bucket = 'any' HAVING count(*) > 0
    ON CONFLICT (bucket) DO UPDATE SET until = greatest(p.until, excluded.until);
END $f$;

-- What counts now, of all desks, for a desk that leaves: how many milliseconds ago each request ended. One whose end nobody
-- reported ended now: of this desk because it has ended all of them, of the others because it may.
CREATE FUNCTION slots_in_use() RETURNS TABLE (bucket text, ms_ago bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  hold CONSTANT interval := interval '60.1 seconds';
  now_at timestamptz := clock_timestamp();
BEGIN
  PERFORM sending_desk();
  RETURN QUERY
    SELECT s.bucket, greatest(0, floor(extract(epoch FROM now_at - (s.free_at - hold)) * 1000))::bigint
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

DO $grants$
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION bring_slots, slots_in_use, slots_taken TO ' || quote_ident(role_of_team('reader'));
END $grants$;
`,
}
