import type { TeamMigration } from '../migration.ts'

/**
 * What a person could change by hand, past the desk. A row keeps its key. What was queued stays as it was queued: its calls
 * and items come with their intent, in one commit, and no role changes what they send or to whom. What may still be
 * sent is so what was previewed and approved.
 */
export const whatStays: TeamMigration = {
  name: 'what-stays',
  landed: 'b093e03e46aead2c',
  sql: `
-- The constraint that it names is the trigger's own argument.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  RAISE EXCEPTION 'This stays as it was written.'
    USING ERRCODE = 'AD011', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $f$;

CREATE FUNCTION keep_key_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  changes text;
BEGIN
  SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', k), ' OR ') INTO STRICT changes
    FROM team_table, unnest(key_columns) k WHERE name = p_table;
  EXECUTE format('CREATE TRIGGER key_stays BEFORE UPDATE ON %I FOR EACH ROW WHEN (%s)
    EXECUTE FUNCTION refuse_change(''key_stays'')', p_table, changes);
END $f$;
SELECT keep_key_of(name) FROM team_table;
-- Later tables too.
ALTER FUNCTION note_changes_of(text) RENAME TO note_only_changes_of;
CREATE FUNCTION note_changes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT note_only_changes_of(p_table);
  SELECT keep_key_of(p_table);
END;

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

-- The commit that brought an intent. What an update leaves behind in a row is no proof of it, and 'change' is deleted in time.
CREATE TABLE intent_origin (
  intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE, commit_no bigint NOT NULL
);
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

-- As before (migration 6), and only a sender says that it was sent: approval counts until then.
CREATE OR REPLACE FUNCTION guard_intent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  was_sent_at bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.sent_at_ms END;
BEGIN
  IF is_at_least('sender') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.made_by IS DISTINCT FROM session_user THEN
    RAISE EXCEPTION 'Only a sender changes an intent of somebody else.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'not_your_intent';
  ELSIF NEW.state NOT IN ('held', 'ready', 'cancelled') OR NEW.sent_at_ms IS DISTINCT FROM was_sent_at THEN
    RAISE EXCEPTION 'Only a sender sends.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
  ELSIF NEW.state <> 'cancelled' AND NOT (NEW.state = 'held' AND NEW.is_paused = 1 AND NEW.release_at_ms IS NULL)
    AND EXISTS (SELECT FROM brand_rule WHERE brand_id = NEW.brand_id AND needs_approval = 1) THEN
    RAISE EXCEPTION 'This brand needs approval: a sender releases it.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'needs_approval';
  END IF;
  RETURN NEW;
END $f$;

-- Which desk sends it: a desk of a sender.
DO $claims$
BEGIN
  EXECUTE 'REVOKE INSERT, UPDATE, DELETE ON intent_claim FROM ' || quote_ident(role_of_team('writer'));
  EXECUTE 'GRANT INSERT, UPDATE, DELETE ON intent_claim TO ' || quote_ident(role_of_team('sender'));
END $claims$;

-- Who may only write cancels what waits of the own intents, and changes nothing else of it.
CREATE OR REPLACE FUNCTION guard_item_of_writer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR OLD IS NOT DISTINCT FROM NEW
    OR OLD.state = 'waiting' AND NEW.state = 'cancelled'
      AND (OLD.reason, OLD.result) IS NOT DISTINCT FROM (NEW.reason, NEW.result)
      AND EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND made_by = session_user) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
END $f$;

-- What a person did is signed by that person, has the server's time, and is what the role may do. Another person's release
-- counts as an approval. A desk's answer may be some seconds old: a time is refused, never corrected.
CREATE OR REPLACE FUNCTION guard_act() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF current_user = role_of_team('owner') THEN
    RETURN NEW;
  END IF;
  NEW.person := coalesce(NEW.person, session_user);
  IF TG_OP = 'UPDATE' OR NEW.person <> session_user THEN
    RAISE EXCEPTION 'What a person did is signed by that person, and stays.'
      USING ERRCODE = 'AD006', CONSTRAINT = 'signed_for_another';
  ELSIF abs(NEW.at_ms - extract(epoch FROM clock_timestamp()) * 1000) > 300000 THEN
    RAISE EXCEPTION 'The time of this differs from the time of the server. Nothing was stored. Try again.'
      USING ERRCODE = 'AD011', CONSTRAINT = 'act_time';
  ELSIF is_at_least('sender') THEN
    RETURN NEW;
  ELSIF NEW.act NOT IN ('cancelled', 'paused', 'resumed', 'released') THEN
    RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_a_sender';
  ELSIF NOT EXISTS (SELECT FROM intent WHERE no = NEW.intent_no AND made_by = session_user) THEN
    RAISE EXCEPTION 'Only a sender changes an intent of somebody else.'
      USING ERRCODE = 'AD007', CONSTRAINT = 'not_your_intent';
  END IF;
  RETURN NEW;
END $f$;

-- A record of what was done: it goes with its brand only, whose row is gone by then.
DO $records$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['audit', 'audit_reply', 'audit_site', 'article', 'credit_site', 'visibility_version'] LOOP
    EXECUTE format('REVOKE DELETE ON %I FROM %I', named, role_of_team('writer'));
  END LOOP;
END $records$;

CREATE TRIGGER z_version_stays BEFORE UPDATE ON connector_version FOR EACH ROW
  WHEN ((OLD.brand_id, OLD.at_ms, OLD.is_by_desk, OLD.sync_enabled, OLD.permissions, OLD.own, OLD.made_by) IS DISTINCT FROM
    (NEW.brand_id, NEW.at_ms, NEW.is_by_desk, NEW.sync_enabled, NEW.permissions, NEW.own, NEW.made_by))
  EXECUTE FUNCTION refuse_change('version_stays');
CREATE TRIGGER z_version_stays BEFORE UPDATE ON visibility_version FOR EACH ROW
  WHEN ((OLD.brand_id, OLD.at_ms, OLD.is_by_desk, OLD.models, OLD.interval_days, OLD.made_by) IS DISTINCT FROM
    (NEW.brand_id, NEW.at_ms, NEW.is_by_desk, NEW.models, NEW.interval_days, NEW.made_by))
  EXECUTE FUNCTION refuse_change('version_stays');

-- A desk keeps 500 versions of a brand, and deletes what is older. The newest 100 stay for every role: to count more would
-- cost a write too much while it locks the head.
CREATE FUNCTION guard_old_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  IF EXISTS (SELECT FROM brand WHERE id = OLD.brand_id)
    AND (SELECT count(*) FROM (SELECT FROM connector_version v WHERE v.brand_id = OLD.brand_id AND v.no > OLD.no LIMIT 100) newer) < 100 THEN
    RAISE EXCEPTION 'This stays as it was written.' USING ERRCODE = 'AD011', CONSTRAINT = 'version_stays';
  END IF;
  RETURN OLD;
END $f$;
CREATE TRIGGER guard_delete BEFORE DELETE ON connector_version FOR EACH ROW EXECUTE FUNCTION guard_old_version();

-- The price of what is cancelled before it was sent was never charged.
CREATE FUNCTION guard_credit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR OLD.state = 'open' AND EXISTS (
    SELECT FROM intent WHERE no = OLD.intent_no AND made_by = session_user AND state = 'cancelled') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'credit_stays';
END $f$;
CREATE TRIGGER guard_delete BEFORE DELETE ON credit FOR EACH ROW EXECUTE FUNCTION guard_credit();

-- Who is on the suppression list stays there until a sender removes it.
CREATE TRIGGER suppression_stays BEFORE UPDATE ON suppression FOR EACH ROW
  WHEN ((OLD.kind, OLD.value, OLD.created_at_ms) IS DISTINCT FROM (NEW.kind, NEW.value, NEW.created_at_ms))
  EXECUTE FUNCTION refuse_change('suppression_stays');
`,
}
