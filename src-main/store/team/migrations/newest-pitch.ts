/** A join may read a whole index that statistics call empty: `OFFSET 0` keeps this a question for each row, answered by its key. */
export const newestPitch = `
CREATE OR REPLACE FUNCTION guard_newest_pitch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  -- Numbers of a contact only rise, so that the highest is the newest.
  IF EXISTS (SELECT FROM added a WHERE a.kind = 'queue' AND a.state IN ('waiting', 'in_flight') AND (
    a.after_no >= a.intent_no OR EXISTS (
      SELECT FROM intent_item t WHERE t.brand_id = a.brand_id AND t.contact_id = a.contact_id
        AND t.kind = 'queue' AND t.contact_id IS NOT NULL
        AND t.intent_no > coalesce(a.after_no, 0) AND t.intent_no <> a.intent_no OFFSET 0)))
  THEN
    RAISE EXCEPTION 'This desk did not know the newest pitch to one of these contacts.'
      USING ERRCODE = '23505', CONSTRAINT = 'intent_item_newer_pitch', TABLE = 'intent_item';
  END IF;
  RETURN NULL;
END $f$;
`
