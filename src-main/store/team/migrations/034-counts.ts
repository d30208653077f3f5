import type { TeamMigration } from '../migration.ts'

/**
 * What desks rely on without reading all rows. The counts of an intent say whether something of it is in flight, which comes
 * before everything else of its brand: what a writer stores has the counts of its items. The lists of texts that days name by
 * number have no gap: behind one, no desk could add a text again. And nobody's sessions end because of many short transactions.
 */
export const counts: TeamMigration = {
  name: 'counts',
  landed: 'b47988fda91a3a6f',
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

-- As before (migration 31). Of a person only what lasts counts: who works in many short transactions lets others in between,
-- and another person could wait behind them on purpose.
CREATE OR REPLACE FUNCTION end_blockers(p_pid bigint) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  looks jsonb := '{}';
  idle bigint := 0;
  ended text[] := '{}';
  found record;
BEGIN
  PERFORM refuse_removed();
  FOR look IN 1 .. 48 LOOP
    EXIT WHEN idle > 8 OR NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = p_pid AND usename = session_user);
    idle := idle + 1;
    -- The number of a transaction is of its session; zero where a session keeps a lock without one.
    FOR found IN SELECT b.login, array_agg(b.pid) AS pids, array_agg(b.pid || ' ' || coalesce((
        SELECT min(virtualtransaction) FROM pg_locks l WHERE l.pid = b.pid), '')) AS works FROM blockers_of(p_pid::int) b
      JOIN person p ON p.login = b.login AND p.role <> 'admin' GROUP BY b.login LOOP
      idle := 0;
      SELECT looks || jsonb_object_agg(work, coalesce((looks ->> work)::bigint, 0) + 1) INTO looks FROM unnest(found.works) work;
      CONTINUE WHEN NOT EXISTS (SELECT FROM unnest(found.works) work WHERE (looks ->> work)::bigint > 4);
      looks := looks || jsonb_build_object(found.login, coalesce((looks ->> found.login)::bigint, 0) + 1);
      IF (looks ->> found.login)::bigint >= 28 THEN
        PERFORM end_held(found.login, found.pids);
        ended := ended || found.login;
      END IF;
    END LOOP;
    EXIT WHEN cardinality(ended) > 0;
    PERFORM pg_sleep(0.25);
  END LOOP;
  RETURN ended;
END $f$;

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
