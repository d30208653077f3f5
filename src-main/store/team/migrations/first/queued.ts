/**
 * What was queued stays as it was queued: its calls and items come with their intent, in one commit, and no role changes what
 * they send or to whom. What may still be sent is so what was previewed and approved. One hash binds it to the intent, to what
 * was accepted for it and to its approval: it is computed again here from the rows of the commit that brings the intent
 * (src-main/journal/rules/intent-hash.ts has the same rule). Its counts say whether something of it is in flight, which comes
 * before everything else of its brand: what a writer stores has the counts of its items. States only go forward, for every role.
 *
 * `guard_newest_pitch` was replaced: the one that runs is in ../newest-pitch.ts.
 */
export const queued = `
-- After the guards that fill a signature and a brand ('z').
CREATE TRIGGER z_queued_stays BEFORE UPDATE ON intent_call FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse_change('queued_stays');
CREATE TRIGGER z_queued_stays BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN ((OLD.call_no, OLD.subject, OLD.contact_id, OLD.after_no) IS DISTINCT FROM
    (NEW.call_no, NEW.subject, NEW.contact_id, NEW.after_no)) EXECUTE FUNCTION refuse_change('queued_stays');
CREATE TRIGGER z_queued_stays BEFORE UPDATE ON intent FOR EACH ROW
  WHEN ((OLD.id, OLD.brand_id, OLD.kind, OLD.created_at_ms, OLD.details, OLD.made_by) IS DISTINCT FROM
    (NEW.id, NEW.brand_id, NEW.kind, NEW.created_at_ms, NEW.details, NEW.made_by))
  EXECUTE FUNCTION refuse_change('queued_stays');

CREATE FUNCTION note_origin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
DECLARE
  number bigint := commit_no();
BEGIN
  INSERT INTO intent_origin (intent_no, commit_no) SELECT no, number FROM added;
  RETURN NULL;
END $f$;
CREATE TRIGGER note_origin AFTER INSERT ON intent REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_origin();

-- By keys, for it runs while the head is locked.
CREATE FUNCTION guard_part() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  number bigint;
BEGIN
  IF EXISTS (SELECT FROM added) THEN
    number := commit_no();
    IF EXISTS (SELECT FROM (SELECT DISTINCT intent_no FROM added) a
      WHERE NOT EXISTS (SELECT FROM intent_origin o WHERE o.intent_no = a.intent_no AND o.commit_no = number)) THEN
      RAISE EXCEPTION 'What an intent sends is stored together with it.'
        USING ERRCODE = 'AD011', CONSTRAINT = 'only_with_its_intent', TABLE = TG_TABLE_NAME;
    END IF;
    IF TG_TABLE_NAME = 'intent_item' AND NOT is_at_least('sender') THEN
      IF EXISTS (SELECT FROM added WHERE state <> 'waiting' OR result <> '{}') THEN
        RAISE EXCEPTION 'Only a sender sends.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
      END IF;
    END IF;
  END IF;
  RETURN NULL;
END $f$;
CREATE TRIGGER guard_part AFTER INSERT ON intent_call REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_part();
CREATE TRIGGER guard_part AFTER INSERT ON intent_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_part();

-- A pitch names the newest pitch to its contact that its desk knew when it checked ('after_no'). If there is a newer one by
-- now, open or ended, the desk decided without it, and the pitch is not stored. The index of open pitches alone is no guard: a
-- pitch without a hold has ended before other desks hear of it.
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
CREATE TRIGGER z_hash_stays BEFORE UPDATE ON intent FOR EACH ROW
  WHEN ((OLD.hash, OLD.accepted) IS DISTINCT FROM (NEW.hash, NEW.accepted)) EXECUTE FUNCTION refuse_change('queued_stays');

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

-- What is stopped between two batches is held until a sender releases it.
CREATE TRIGGER only_forward BEFORE UPDATE ON intent FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state IN ('confirmed', 'partly_done', 'failed', 'cancelled')
    OR OLD.state = 'unknown' AND NEW.state IN ('held', 'ready', 'in_flight')
    OR OLD.state = 'in_flight' AND NEW.state = 'held' AND (NEW.is_paused = 0 OR NEW.release_at_ms IS NOT NULL)))
  EXECUTE FUNCTION refuse_change('only_forward');

-- To wait again, or to be sent, is the claim's to say (claims.ts).
CREATE TRIGGER only_forward BEFORE UPDATE ON intent_item FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state NOT IN ('waiting', 'in_flight')
    AND OLD.state IN ('confirmed', 'failed', 'skipped', 'cancelled'))
  EXECUTE FUNCTION refuse_change('only_forward');
`
