import type { TeamMigration } from '../migration.ts'

/** Desks say that they are there and which keys they hold; what nobody needs any more is deleted. */
export const upkeep: TeamMigration = {
  name: 'upkeep',
  landed: '26a32e04c8348d15',
  sql: `
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

-- Deletes up to so many commits that are older than so many days, with their changes, and what the limiter and claims left.
-- Kept is what a desk that was seen within these days has not caught up to, and its position, whose tag it compares.
-- Returns how many rows went; call it until no commit goes.
CREATE FUNCTION gc(p_days bigint, p_most bigint DEFAULT 2000) RETURNS TABLE (tbl text, deleted bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
#variable_conflict use_column
DECLARE
  since timestamptz := now() - make_interval(days => greatest(p_days, 1)::int);
  bound bigint;
BEGIN
  PERFORM refuse_removed();
  SELECT least(
      (SELECT no FROM head),
      (SELECT min(position) FROM desk WHERE last_seen >= since),
      (SELECT min(no) FROM commit WHERE at >= since),
      (SELECT min(no) + p_most FROM commit)
    ) INTO bound;
  RETURN QUERY WITH gone AS (DELETE FROM change WHERE commit_no < bound RETURNING 1) SELECT 'change', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM commit WHERE no < bound RETURNING 1) SELECT 'commit', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM limiter_slot WHERE free_at < now() RETURNING 1)
    SELECT 'limiter_slot', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM limiter_pause WHERE until < now() RETURNING 1)
    SELECT 'limiter_pause', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM claim WHERE until < now() - interval '1 hour' RETURNING 1)
    SELECT 'claim', count(*) FROM gone;
END $f$;

DO $grants$
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION seen, hold_keys TO ' || quote_ident(role_of_team('reader'));
  EXECUTE 'GRANT EXECUTE ON FUNCTION gc TO ' || quote_ident(role_of_team('sender'));
END $grants$;
`,
}
