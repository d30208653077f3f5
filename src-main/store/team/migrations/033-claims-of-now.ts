import type { TeamMigration } from '../migration.ts'

/**
 * A claim is of an intent as it is now. Between the look and the claim, another desk may have claimed the same intent, sent
 * it and given its claim back: so the intent is locked too, and PostgreSQL looks again at what changed meanwhile.
 */
export const claimsOfNow: TeamMigration = {
  name: 'claims-of-now',
  landed: 'ff56d141a939e63b',
  sql: `
-- As in migration 4; an intent that is being written is left to a later call.
CREATE OR REPLACE FUNCTION claim_next(p_brands text[], p_seconds double precision, p_except bigint[] DEFAULT '{}')
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
`,
}
