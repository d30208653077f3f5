import type { TeamMigration } from '../migration.ts'

/**
 * What desks rely on without reading all rows. The counts of an intent say whether something of it is in flight, which comes
 * before everything else of its brand: what a writer stores has the counts of its items. The lists of texts that days name by
 * number have no gap: behind one, no desk could add a text again.
 */
export const counts: TeamMigration = {
  name: 'counts',
  landed: '44a7a7548b96d735',
  sql: `
-- As before (migration 29), and for who may not send: with the counts of its items.
CREATE OR REPLACE FUNCTION guard_hash() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  -- Once for all parts: another one came after this.
  IF NOT EXISTS (SELECT FROM intent_origin WHERE intent_no = NEW.intent_no AND parts = NEW.parts) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND hash IS DISTINCT FROM hash_of_intent(no)) THEN
    RAISE EXCEPTION 'This is not what its hash says. Nothing was stored.'
      USING ERRCODE = 'AD011', CONSTRAINT = 'other_hash', TABLE = 'intent';
  END IF;
  IF NOT is_at_least('sender') AND EXISTS (SELECT FROM intent i WHERE no = NEW.intent_no
    AND (waiting, in_flight, confirmed, failed, skipped, unknown, cancelled) <> (
      SELECT count(*) FILTER (WHERE t.state = 'waiting'), count(*) FILTER (WHERE t.state = 'in_flight'),
        count(*) FILTER (WHERE t.state = 'confirmed'), count(*) FILTER (WHERE t.state = 'failed'),
        count(*) FILTER (WHERE t.state = 'skipped'), count(*) FILTER (WHERE t.state = 'unknown'),
        count(*) FILTER (WHERE t.state = 'cancelled') FROM intent_item t WHERE t.intent_no = i.no)) THEN
    RAISE EXCEPTION 'These are not the counts of its items. Nothing was stored.'
      USING ERRCODE = 'AD011', CONSTRAINT = 'other_counts', TABLE = 'intent';
  END IF;
  RETURN NULL;
END $f$;

-- What functions of the owner change is not what the person whose session it is changes.
CREATE FUNCTION note_recount() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  IF NOT is_at_least('sender') THEN
    IF TG_TABLE_NAME = 'intent' THEN
      UPDATE intent_origin SET parts = parts + 1 WHERE intent_no IN (SELECT no FROM changed);
    ELSE
      UPDATE intent_origin SET parts = parts + 1 WHERE intent_no IN (SELECT DISTINCT intent_no FROM changed);
    END IF;
  END IF;
  RETURN NULL;
END $f$;
CREATE TRIGGER z_note_recount AFTER UPDATE ON intent REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_user <> role_of_team('owner')) EXECUTE FUNCTION note_recount();
CREATE TRIGGER z_note_recount AFTER UPDATE ON intent_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_user <> role_of_team('owner')) EXECUTE FUNCTION note_recount();

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

ALTER TABLE fetched ADD CONSTRAINT fits_rows CHECK (rows BETWEEN 0 AND 9007199254740991) NOT VALID;
`,
}
