import type { TeamMigration } from '../migration.ts'

/**
 * A pitch names the newest pitch to its contact that its desk knew when it checked ('after_no'). If there is a newer one by
 * now, open or ended, the desk decided without it, and the pitch is not stored. The index of open pitches alone is no guard: a
 * pitch without a hold has ended before other desks hear of it.
 */
export const newestPitch: TeamMigration = {
  name: 'newest-pitch',
  landed: '59bd35dad07abf14',
  sql: `
ALTER TABLE intent_item ADD COLUMN after_no bigint;
SELECT make_writes_of('intent_item');
CREATE INDEX intent_item_of_contact ON intent_item (brand_id, contact_id, intent_no)
  WHERE kind = 'queue' AND contact_id IS NOT NULL;

-- It sees the pitches of all desks: so it runs as the owner. By keys, for it runs while the head is locked.
CREATE FUNCTION guard_newest_pitch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET jit = off AS $f$
BEGIN
  -- Numbers of a contact only rise, so that the highest is the newest.
  IF EXISTS (SELECT FROM added a WHERE a.kind = 'queue' AND a.state IN ('waiting', 'in_flight') AND a.after_no >= a.intent_no)
    OR EXISTS (
      SELECT FROM added a JOIN intent_item t ON t.brand_id = a.brand_id AND t.contact_id = a.contact_id
      WHERE a.kind = 'queue' AND a.state IN ('waiting', 'in_flight') AND t.kind = 'queue' AND t.contact_id IS NOT NULL
        AND t.intent_no > coalesce(a.after_no, 0) AND t.intent_no <> a.intent_no)
  THEN
    RAISE EXCEPTION 'This desk did not know the newest pitch to one of these contacts.'
      USING ERRCODE = '23505', CONSTRAINT = 'intent_item_newer_pitch', TABLE = 'intent_item';
  END IF;
  RETURN NULL;
END $f$;
CREATE TRIGGER guard_newest_pitch AFTER INSERT ON intent_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_newest_pitch();
`,
}
