import type { TeamMigration } from '../migration.ts'

/**
 * What an intent sends is bound by one hash to the intent, to what was accepted for it and to its approval. It is computed
 * again here from the rows of the commit that brings the intent (src-main/journal/rules/intent-hash.ts has the same rule).
 * States only go forward, for every role.
 */
export const hashes: TeamMigration = {
  name: 'hashes',
  landed: '7746f503bd1563e7',
  sql: `
ALTER TABLE intent ADD COLUMN accepted text COLLATE "C", ADD COLUMN hash text COLLATE "C";
ALTER TABLE intent_act ADD COLUMN hash text COLLATE "C";
SELECT make_writes_of('intent'), make_writes_of('intent_act');

-- With its length in UTF-8, so that no two lists of texts are alike. It is parsed here, and without a path of its own it costs
-- no call for each text.
CREATE FUNCTION sized(p_text text) RETURNS text LANGUAGE sql STABLE
  RETURN octet_length(convert_to(p_text, 'UTF8')) || ':' || p_text;

-- By keys, for it runs while the head is locked.
CREATE FUNCTION hash_of_intent(p_no bigint) RETURNS text LANGUAGE plpgsql STABLE SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  calls text;
  items bigint;
  answer text;
BEGIN
  SELECT string_agg(encode(sha256(convert_to(
      c.call_no || ' ' || c.first_item || ' ' || sized(c.payloads) || coalesce(t.texts, ''), 'UTF8')), 'hex'), '' ORDER BY c.call_no)
    INTO calls FROM intent_call c LEFT JOIN (
      SELECT call_no, string_agg(item || ' ' || sized(subject) || sized(coalesce(contact_id, subject)), '' ORDER BY item) AS texts
        FROM intent_item WHERE intent_no = p_no GROUP BY call_no) t ON t.call_no = c.call_no
    WHERE c.intent_no = p_no;
  SELECT count(*) INTO items FROM intent_item WHERE intent_no = p_no;
  SELECT encode(sha256(convert_to(sized(id) || sized(kind) || sized(brand_id) || sized(details) || sized(coalesce(accepted, ''))
      || items || ' ' || coalesce(calls, ''), 'UTF8')), 'hex')
    INTO answer FROM intent WHERE no = p_no;
  RETURN answer;
END $f$;

-- What was queued before gets the hash of what it holds, and what approved it approves that.
UPDATE intent SET hash = hash_of_intent(no);
UPDATE intent_act a SET hash = i.hash FROM intent i WHERE i.no = a.intent_no AND a.act IN ('approved', 'released', 'resumed');

CREATE TRIGGER z_hash_stays BEFORE UPDATE ON intent FOR EACH ROW
  WHEN ((OLD.hash, OLD.accepted) IS DISTINCT FROM (NEW.hash, NEW.accepted)) EXECUTE FUNCTION refuse_change('queued_stays');

-- Checked when the commit ends, or earlier where somebody asks for that: with each part that comes.
ALTER TABLE intent_origin ADD COLUMN parts bigint NOT NULL DEFAULT 0;
CREATE FUNCTION guard_hash() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
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
  RETURN NULL;
END $f$;
CREATE CONSTRAINT TRIGGER guard_hash AFTER INSERT OR UPDATE ON intent_origin DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION guard_hash();

CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  UPDATE intent_origin SET parts = parts + 1 WHERE intent_no IN (SELECT DISTINCT intent_no FROM added);
  RETURN NULL;
END $f$;
CREATE TRIGGER z_note_part AFTER INSERT ON intent_call REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_part();
CREATE TRIGGER z_note_part AFTER INSERT ON intent_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_part();

-- What releases an intent is about what this intent sends, and nothing else.
CREATE FUNCTION guard_act_hash() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF current_user = role_of_team('owner') OR NEW.hash IS NULL AND NEW.act NOT IN ('approved', 'released', 'resumed')
    OR EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND hash = NEW.hash) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'This is not what was queued. Nothing was released.'
    USING ERRCODE = 'AD011', CONSTRAINT = 'approves_another';
END $f$;
CREATE TRIGGER z_guard_hash BEFORE INSERT ON intent_act FOR EACH ROW EXECUTE FUNCTION guard_act_hash();

-- What is stopped between two batches is held until a sender releases it (migration 28).
CREATE TRIGGER only_forward BEFORE UPDATE ON intent FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state IN ('confirmed', 'partly_done', 'failed', 'cancelled')
    OR OLD.state = 'unknown' AND NEW.state IN ('held', 'ready', 'in_flight')
    OR OLD.state = 'in_flight' AND NEW.state = 'held' AND (NEW.is_paused = 0 OR NEW.release_at_ms IS NOT NULL)))
  EXECUTE FUNCTION refuse_change('only_forward');
-- To wait again, or to be sent, is the claim's to say (migration 4).
CREATE TRIGGER only_forward BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('waiting', 'in_flight')
    AND OLD.state IN ('confirmed', 'failed', 'skipped', 'cancelled'))
  EXECUTE FUNCTION refuse_change('only_forward');

-- Who takes up what another desk had in flight does not know whether it was sent. The items say what is in flight: counts
-- are a sender's to write.
ALTER TABLE claim ADD COLUMN is_lost boolean NOT NULL DEFAULT false;
UPDATE claim c SET is_lost = true WHERE until <= clock_timestamp()
  AND EXISTS (SELECT FROM intent_item t WHERE t.intent_no = c.intent_no AND t.state = 'in_flight');
CREATE INDEX intent_item_in_flight ON intent_item (intent_no) WHERE state = 'in_flight';
CREATE FUNCTION note_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  is_new boolean := true;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    is_new := OLD.until <= clock_timestamp() OR (OLD.intent_no, OLD.desk_no) <> (NEW.intent_no, NEW.desk_no);
  END IF;
  IF is_new THEN
    NEW.is_lost := EXISTS (SELECT FROM intent_item WHERE intent_no = NEW.intent_no AND state = 'in_flight');
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER note_lost BEFORE INSERT OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION note_lost();

CREATE FUNCTION guard_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM claim WHERE intent_no = NEW.intent_no AND is_lost) THEN
    RAISE EXCEPTION 'What may have been sent is never sent again by itself.'
      USING ERRCODE = 'AD004', CONSTRAINT = 'never_ready_again';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard_lost BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state = 'in_flight' AND NEW.state = 'waiting') EXECUTE FUNCTION guard_lost();
`,
}
