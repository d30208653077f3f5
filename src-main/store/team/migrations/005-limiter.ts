import type { TeamMigration } from '../migration.ts'

/**
 * The slots of a bucket (a key and an endpoint) that all desks share. A slot is free again 60.1 seconds after its request
 * ended; one whose end nobody reported, 60.1 seconds after the latest moment at which it could have ended. All times are
 * the server's: a desk reports how long ago a request ended, not when.
 */
export const limiter: TeamMigration = {
  name: 'limiter',
  landed: '76bf86a4f84e5eac',
  sql: `
CREATE TABLE limiter_slot (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, bucket text COLLATE "C" NOT NULL, desk_no bigint NOT NULL,
  taken_at timestamptz NOT NULL, free_at timestamptz NOT NULL
);
CREATE INDEX limiter_slot_by_bucket ON limiter_slot (bucket, free_at);
CREATE TABLE limiter_pause (bucket text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL);

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
  now_at timestamptz;
  paused_until timestamptz;
  in_use bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('agency_desk limiter ' || p_bucket, 0));
  now_at := clock_timestamp();
  UPDATE limiter_slot s SET free_at = least(s.free_at, greatest(s.taken_at, now_at - ago * interval '1 ms') + hold)
    FROM unnest(p_ended, p_ended_ms_ago) AS ended (no, ago) WHERE s.no = ended.no AND s.desk_no = me;
  DELETE FROM limiter_slot WHERE no = ANY (p_unused) AND desk_no = me;
  DELETE FROM limiter_slot WHERE bucket = p_bucket AND free_at <= now_at;
  SELECT until INTO paused_until FROM limiter_pause WHERE bucket = p_bucket AND until > now_at;
  SELECT count(*) INTO in_use FROM limiter_slot WHERE bucket = p_bucket;
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
        SELECT free_at FROM limiter_slot WHERE bucket = p_bucket AND in_use >= p_limit
          ORDER BY free_at OFFSET greatest(in_use - p_limit, 0) LIMIT 1)) - now_at) * 1000) INTO wait_ms;
  END IF;
  RETURN NEXT;
END $f$;

-- The service asked to wait.
CREATE FUNCTION pause_bucket(p_bucket text, p_ms bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  PERFORM sending_desk();
  INSERT INTO limiter_pause AS p (bucket, until) VALUES (p_bucket, clock_timestamp() + p_ms * interval '1 ms')
    ON CONFLICT (bucket) DO UPDATE SET until = greatest(p.until, excluded.until);
END $f$;
`,
}
