/**
 * What a person could change by hand, past the desk. Nobody signs for somebody else, and a record of what was done goes with its
 * brand only, whose row is gone by then.
 */
export const guards = `
-- Nobody signs for somebody else. The owner copies what was signed before there was a team.
CREATE FUNCTION guard_signature() RETURNS trigger LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  is_own boolean;
BEGIN
  IF current_user = role_of_team('owner') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.made_by := coalesce(NEW.made_by, session_user);
    is_own := NEW.made_by = session_user AND coalesce(NEW.changed_by, session_user) = session_user;
  ELSE
    NEW.made_by := coalesce(NEW.made_by, OLD.made_by);
    is_own := NEW.made_by IS NOT DISTINCT FROM OLD.made_by OR NEW.made_by = session_user;
    IF NEW.changed_by IS NOT DISTINCT FROM OLD.changed_by THEN
      NEW.changed_by := session_user;
    END IF;
    NEW.changed_by := coalesce(NEW.changed_by, session_user);
    is_own := is_own AND NEW.changed_by = session_user;
  END IF;
  IF NOT is_own THEN
    RAISE EXCEPTION 'A row is signed by the person who writes it.'
      USING ERRCODE = 'AD006', CONSTRAINT = 'signed_for_another';
  END IF;
  RETURN NEW;
END $f$;

DO $signed$
DECLARE
  signed text;
BEGIN
  FOR signed IN SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'agency_desk' AND column_name = 'made_by' LOOP
    EXECUTE format('CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard_signature()',
      signed);
  END LOOP;
END $signed$;

CREATE FUNCTION guard_setting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF NEW.key <> 'isSendingHeld' AND NOT is_at_least('admin') THEN
    RAISE EXCEPTION 'Only an admin changes this setting.' USING ERRCODE = 'AD007', CONSTRAINT = 'only_an_admin';
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON team_setting FOR EACH ROW EXECUTE FUNCTION guard_setting();
CREATE TRIGGER z_version_stays BEFORE UPDATE ON connector_version FOR EACH ROW
  WHEN ((OLD.brand_id, OLD.at_ms, OLD.is_by_desk, OLD.sync_enabled, OLD.permissions, OLD.own, OLD.made_by) IS DISTINCT FROM
    (NEW.brand_id, NEW.at_ms, NEW.is_by_desk, NEW.sync_enabled, NEW.permissions, NEW.own, NEW.made_by))
  EXECUTE FUNCTION refuse_change('version_stays');
CREATE TRIGGER z_version_stays BEFORE UPDATE ON visibility_version FOR EACH ROW
  WHEN ((OLD.brand_id, OLD.at_ms, OLD.is_by_desk, OLD.models, OLD.interval_days, OLD.made_by) IS DISTINCT FROM
    (NEW.brand_id, NEW.at_ms, NEW.is_by_desk, NEW.models, NEW.interval_days, NEW.made_by))
  EXECUTE FUNCTION refuse_change('version_stays');

CREATE FUNCTION guard_old_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
BEGIN
  IF EXISTS (SELECT FROM brand WHERE id = OLD.brand_id)
    AND (EXISTS (SELECT FROM connector_catalog WHERE brand_id = OLD.brand_id AND seen_no = OLD.no) OR 450 >
      (SELECT count(*) FROM (SELECT FROM connector_version v WHERE v.brand_id = OLD.brand_id AND v.no > OLD.no LIMIT 450) newer))
  THEN
    RAISE EXCEPTION 'This stays as it was written.' USING ERRCODE = 'AD011', CONSTRAINT = 'version_stays';
  END IF;
  RETURN OLD;
END $f$;
CREATE TRIGGER guard_delete BEFORE DELETE ON connector_version FOR EACH ROW EXECUTE FUNCTION guard_old_version();

-- A desk keeps deliveries for a day at least, by its own clock.
CREATE FUNCTION guard_new_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM brand WHERE id = OLD.brand_id) THEN
    RAISE EXCEPTION 'This stays for a day.' USING ERRCODE = 'AD011', CONSTRAINT = 'delivery_stays', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $f$;
CREATE TRIGGER guard_delete BEFORE DELETE ON delivery FOR EACH ROW
  WHEN (OLD.received_at_ms > (extract(epoch FROM clock_timestamp()) - 23 * 3600) * 1000)
  EXECUTE FUNCTION guard_new_delivery();

-- The price of what is cancelled before it was sent was never charged; a charge is settled by the desk that sends.
CREATE FUNCTION guard_credit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW
    OR OLD.state = 'open' AND EXISTS (
      SELECT FROM intent WHERE no = OLD.intent_no AND made_by = session_user AND state = 'cancelled') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'credit_stays';
END $f$;
CREATE TRIGGER guard_delete BEFORE DELETE ON credit FOR EACH ROW EXECUTE FUNCTION guard_credit();
CREATE TRIGGER guard_update BEFORE UPDATE ON credit FOR EACH ROW EXECUTE FUNCTION guard_credit();

CREATE FUNCTION guard_credit_site() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR EXISTS (SELECT FROM credit c JOIN intent i ON i.no = c.intent_no
    WHERE c.no = NEW.credit_no AND i.made_by = session_user) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'credit_stays';
END $f$;
CREATE TRIGGER guard BEFORE INSERT ON credit_site FOR EACH ROW EXECUTE FUNCTION guard_credit_site();

CREATE FUNCTION guard_preview_use() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off AS $f$
DECLARE
  number bigint := commit_no();
BEGIN
  IF NOT EXISTS (SELECT FROM intent_origin o WHERE o.commit_no = number) THEN
    RAISE EXCEPTION 'A preview is used by an intent.'
      USING ERRCODE = 'AD011', CONSTRAINT = 'only_with_an_intent', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $f$;
CREATE CONSTRAINT TRIGGER guard AFTER INSERT ON preview_use DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_user <> role_of_team('owner')) EXECUTE FUNCTION guard_preview_use();

-- Who is on the suppression list stays there until a sender removes it.
CREATE TRIGGER suppression_stays BEFORE UPDATE ON suppression FOR EACH ROW
  WHEN ((OLD.kind, OLD.value, OLD.created_at_ms) IS DISTINCT FROM (NEW.kind, NEW.value, NEW.created_at_ms))
  EXECUTE FUNCTION refuse_change('suppression_stays');

-- With another one, no desk of the team could use the key of the brand.
CREATE TRIGGER team_stays BEFORE UPDATE ON brand FOR EACH ROW
  WHEN (OLD.team_id IS NOT NULL AND NEW.team_id IS DISTINCT FROM OLD.team_id) EXECUTE FUNCTION refuse_change('team_stays');
CREATE TRIGGER z_audit_stays BEFORE UPDATE ON audit FOR EACH ROW
  WHEN (OLD.state <> 'running' AND (OLD.state, OLD.overall_score, OLD.total_tests, OLD.passed_tests, OLD.error) IS DISTINCT FROM
    (NEW.state, NEW.overall_score, NEW.total_tests, NEW.passed_tests, NEW.error))
  EXECUTE FUNCTION refuse_change('audit_stays');
`
