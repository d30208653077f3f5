import type { TeamMigration } from '../migration.ts'

/**
 * Deny by default: each role has the rights that its desk uses, named here, and no other. A later step grants what it adds,
 * before it calls make_writes_of: a column that nobody may change is not set by a put function, which refuses another value.
 * docs/team-rights.md is made of the result.
 */
export const rights: TeamMigration = {
  name: 'rights',
  landed: '77e1d47e4b15dc0c',
  sql: `
DO $none$
DECLARE
  owner text := role_of_team('owner');
  everybody text := 'PUBLIC, ' || (SELECT string_agg(quote_ident(role_of_team(part)), ', ')
    FROM unnest(ARRAY['reader', 'writer', 'sender', 'admin', 'migrator']) part);
  step record;
BEGIN
  FOR step IN
    SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || oid::regclass AS named, relowner::regrole::text AS of_role
      FROM pg_class WHERE relnamespace = 'agency_desk'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL SELECT 'FUNCTION ' || oid::regprocedure, proowner::regrole::text
      FROM pg_proc WHERE pronamespace = 'agency_desk'::regnamespace
  LOOP
    BEGIN
      IF step.of_role <> quote_ident(owner) THEN
        SET LOCAL ROLE NONE;
      END IF;
      EXECUTE format('REVOKE ALL ON %s FROM %s', step.named, everybody);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL; -- of the role that makes logins: who founded the team may change these, and nobody was given any
    END;
    EXECUTE format('SET LOCAL ROLE %I', owner);
  END LOOP;
  EXECUTE 'ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM ' || everybody;
  EXECUTE 'ALTER DEFAULT PRIVILEGES REVOKE ALL ON SEQUENCES FROM ' || everybody;
  EXECUTE 'ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM ' || everybody;
END $none$;

-- Columns that a role may change are set; another value in any other one is refused, as no copy of a desk may differ.
-- Where people get no right, functions of the owner write, and set all.
CREATE FUNCTION make_put_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  admin text := role_of_team('admin');
  columns text[] := columns_of(p_table);
  keys text[];
  changed text[];
  same_key text;
  same_rest text;
BEGIN
  SELECT key_columns INTO STRICT keys FROM team_table WHERE name = p_table;
  SELECT array_agg(c) INTO changed FROM unnest(columns) c WHERE c <> ALL (keys)
    AND (has_column_privilege(admin, p_table, c, 'UPDATE') OR NOT has_table_privilege(admin, p_table, 'INSERT'));
  SELECT string_agg(format('t.%1$I = r.%1$I', k), ' AND ') INTO same_key FROM unnest(keys) k;
  -- The desk of an older program does not name a column that came later.
  SELECT string_agg(format('t.%1$I IS NOT DISTINCT FROM coalesce(r.%1$I, t.%1$I)', c), ' AND ') INTO same_rest
    FROM unnest(columns) c WHERE c <> ALL (keys || changed);
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION %1$I(p_rows jsonb) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp
      AS $put$
    DECLARE
      changed bigint := 0;
      added bigint;
    BEGIN
      %2$s
      INSERT INTO %3$I (%4$s) SELECT %5$s FROM jsonb_populate_recordset(NULL::%3$I, p_rows) r
        WHERE NOT EXISTS (SELECT FROM %3$I t WHERE %6$s);
      GET DIAGNOSTICS added = ROW_COUNT;
      IF changed + added < jsonb_array_length(p_rows) THEN
        IF EXISTS (SELECT FROM jsonb_populate_recordset(NULL::%3$I, p_rows) r JOIN %3$I t ON %6$s WHERE NOT (%7$s)) THEN
          RAISE EXCEPTION 'This stays as it was written.'
            USING ERRCODE = 'AD011', CONSTRAINT = 'row_stays', TABLE = %3$L;
        END IF;
      END IF;
    END $put$;
  $sql$,
    'put_' || p_table,
    CASE WHEN changed IS NULL THEN '' ELSE format(
      'UPDATE %1$I t SET %2$s FROM jsonb_populate_recordset(NULL::%1$I, p_rows) r WHERE %3$s;
      GET DIAGNOSTICS changed = ROW_COUNT;', p_table,
      (SELECT string_agg(format('%1$I = r.%1$I', c), ', ') FROM unnest(changed) c), concat_ws(' AND ', same_key, same_rest))
    END,
    p_table,
    (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c),
    (SELECT string_agg(format('r.%I', c), ', ') FROM unnest(columns) c),
    same_key, coalesce(same_rest, 'true'));
END $f$;
CREATE OR REPLACE FUNCTION make_writes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT make_put_of(p_table);
  SELECT make_drop_of(p_table);
  SELECT go_by_keys(p_table);
END;
DROP FUNCTION make_plain_writes_of(text);

-- Columns '*': all but the key and who made it, since that role may delete the row and add another one.
DO $tables$
DECLARE
  step record;
  columns text[];
BEGIN
  FOR step IN SELECT * FROM (VALUES
    ('brand', 'writer', 'writer', 'name colour tags team_id', 'admin'),
    ('team_setting', 'sender', 'sender', 'value', NULL),
    ('suppression', 'writer', NULL, '', 'sender'),
    ('preview_use', 'writer', NULL, '', NULL),
    ('connector_preset', 'writer', 'writer', '*', 'writer'),
    ('connector_catalog', 'writer', 'writer', '*', NULL),
    ('connector_version', 'writer', NULL, '', 'writer'),
    ('template', 'writer', 'writer', '*', 'writer'),
    ('outreach_pace', 'writer', 'writer', '*', NULL),
    ('prospect_mark', 'writer', 'writer', '*', 'writer'),
    ('keyword_mark', 'writer', 'writer', '*', 'writer'),
    ('basket_keyword', 'writer', 'writer', '*', 'writer'),
    ('intent', 'writer', 'writer', 'state release_at_ms hold_left_ms is_paused sent_at_ms ended_at_ms reason problem waiting in_flight confirmed failed skipped unknown cancelled', NULL),
    ('intent_call', 'writer', NULL, '', NULL),
    ('intent_item', 'writer', 'writer', 'state reason result', NULL),
    ('intent_act', 'writer', NULL, '', NULL),
    ('intent_claim', 'sender', 'sender', 'desk_no until_ms', NULL),
    ('credit_budget', 'writer', 'writer', '*', 'writer'),
    ('credit', 'writer', 'writer', 'state at_ms charged about', 'writer'),
    ('credit_site', 'writer', 'writer', 'state since_ms refunded', NULL),
    ('article', 'writer', 'writer', 'status at_ms state post_id post_url reason delivery_id confirmed_at_ms', NULL),
    ('delivery', 'writer', 'writer', 'intent_id', 'writer'),
    ('audit', 'writer', 'writer', 'state overall_score total_tests passed_tests error', NULL),
    ('audit_reply', 'writer', NULL, '', NULL),
    ('audit_site', 'writer', 'writer', '*', NULL),
    ('person', NULL, NULL, '', NULL),
    ('person_brand', 'writer', NULL, '', NULL),
    ('brand_rule', NULL, NULL, '', NULL),
    ('report_template', 'writer', 'writer', '*', 'writer'),
    ('report_branding', 'writer', 'writer', '*', 'writer'),
    ('report_schedule', 'writer', 'writer', '*', 'writer'),
    ('playbook', 'writer', 'writer', '*', 'writer'),
    ('annotation', 'writer', 'writer', '*', 'writer'),
    ('visibility_version', 'writer', NULL, '', NULL),
    ('alert_rule', 'writer', 'writer', '*', 'writer'),
    ('alert_rule_brand', 'writer', NULL, '', 'writer'),
    ('webhook_provider', 'writer', 'writer', '*', 'writer'),
    ('day', 'writer', 'writer', 'fetched_at_ms sums data', NULL),
    ('day_text', 'writer', NULL, '', NULL),
    ('reply', 'writer', NULL, '', NULL),
    ('fetched', NULL, NULL, '', NULL), ('desk_key', NULL, NULL, '', NULL), ('desk', NULL, NULL, '', NULL),
    ('head', NULL, NULL, '', NULL), ('commit', NULL, NULL, '', NULL), ('change', NULL, NULL, '', NULL),
    ('team_table', NULL, NULL, '', NULL), ('schema_step', NULL, NULL, '', NULL)
  ) AS rights (tbl, adds, changes, columns, removes) LOOP
    EXECUTE format('GRANT SELECT ON %I TO %I', step.tbl, role_of_team('reader'));
    IF step.adds IS NOT NULL THEN
      EXECUTE format('GRANT INSERT ON %I TO %I', step.tbl, role_of_team(step.adds));
    END IF;
    IF step.changes IS NOT NULL THEN
      SELECT array_agg(c) INTO columns FROM unnest(columns_of(step.tbl)) c
        WHERE CASE step.columns WHEN '*' THEN c <> 'made_by' AND c NOT IN (
            SELECT unnest(key_columns) FROM team_table WHERE name = step.tbl)
          ELSE c IN ('changed_by', 'changed_at_ms') OR c = ANY (string_to_array(step.columns, ' ')) END;
      EXECUTE format('GRANT UPDATE (%s) ON %I TO %I', array_to_string(columns, ', '), step.tbl, role_of_team(step.changes));
    END IF;
    IF step.removes IS NOT NULL THEN
      EXECUTE format('GRANT DELETE ON %I TO %I', step.tbl, role_of_team(step.removes));
    END IF;
    CONTINUE WHEN NOT EXISTS (SELECT FROM team_table WHERE name = step.tbl);
    PERFORM make_writes_of(step.tbl);
    IF step.adds IS NOT NULL THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO %I', 'put_' || step.tbl, role_of_team(step.adds));
    END IF;
    IF step.removes IS NOT NULL THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO %I', 'drop_' || step.tbl, role_of_team(step.removes));
    END IF;
  END LOOP;
END $tables$;

-- What a desk calls, and what runs with the rights of the person: rules for rows, checks, guards, and write.
DO $functions$
DECLARE
  step record;
BEGIN
  FOR step IN SELECT * FROM (VALUES
    ('reader', 'role_of_team, is_at_least, sees_all, my_brands, refuse_removed, join_desk, seen, hold_keys'),
    ('reader', 'claim_fetch, take_slots, pause_bucket, bring_slots, slots_in_use, slots_taken, end_blockers, sees_list'),
    ('writer', 'begin_turn, commit_no, write, is_stale, outcome, columns_of, is_new_brand'),
    ('writer', 'ensure_month, add_texts, renew_fetch, end_fetch, store_fetch'),
    ('sender', 'claim_next, renew, give_back, gc'),
    ('admin', 'add_person, set_role, set_brands, remove_person, end_sessions_of, set_approval'),
    ('admin', 'drop_days_before, pauses, lift_pause')
  ) AS rights (part, named) LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', step.named, role_of_team(step.part));
  END LOOP;
  FOR step IN SELECT DISTINCT refobjid::regprocedure AS named FROM pg_depend JOIN pg_proc p ON p.oid = refobjid
    JOIN pg_constraint c ON c.oid = objid AND contype = 'c' AND connamespace = 'agency_desk'::regnamespace
    WHERE classid = 'pg_constraint'::regclass AND refclassid = 'pg_proc'::regclass AND pronamespace = connamespace LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', step.named, role_of_team('writer'));
  END LOOP;
END $functions$;

-- Nobody adds or deletes keys by hand: hold_keys does.
DROP POLICY of_this_desk ON desk_key;
DROP POLICY of_this_desk_too ON desk_key;

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

-- A desk keeps 500 versions of a brand and the one last seen. The new ones are stored after the old ones are deleted.
CREATE INDEX connector_version_of_brand ON connector_version (brand_id, no);
CREATE OR REPLACE FUNCTION guard_old_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- A preview is used by the intents that are made of it. Its row is stored before theirs: so it is checked at the end.
CREATE INDEX intent_origin_of_commit ON intent_origin (commit_no);
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

-- As before (migration 27), and for a charge: the desk that sends settles it.
CREATE OR REPLACE FUNCTION guard_credit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF is_at_least('sender') OR TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW
    OR OLD.state = 'open' AND EXISTS (
      SELECT FROM intent WHERE no = OLD.intent_no AND made_by = session_user AND state = 'cancelled') THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'Only a sender does this.' USING ERRCODE = 'AD007', CONSTRAINT = 'credit_stays';
END $f$;
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

-- With another one, no desk of the team could use the key of the brand.
CREATE TRIGGER team_stays BEFORE UPDATE ON brand FOR EACH ROW
  WHEN (OLD.team_id IS NOT NULL AND NEW.team_id IS DISTINCT FROM OLD.team_id) EXECUTE FUNCTION refuse_change('team_stays');
CREATE TRIGGER z_audit_stays BEFORE UPDATE ON audit FOR EACH ROW
  WHEN (OLD.state <> 'running' AND (OLD.state, OLD.overall_score, OLD.total_tests, OLD.passed_tests, OLD.error) IS DISTINCT FROM
    (NEW.state, NEW.overall_score, NEW.total_tests, NEW.passed_tests, NEW.error))
  EXECUTE FUNCTION refuse_change('audit_stays');

-- What narrows a right, for docs/team-rights.md. Without a comment it is the name of the rule.
DO $words$
DECLARE
  step record;
BEGIN
  FOR step IN SELECT * FROM (VALUES
    ('brand', 'guard_new', 'one that the person sees'),
    ('brand', 'team_stays', 'team_id once'),
    ('team_setting', 'guard', 'below admin isSendingHeld only'),
    ('preview_use', 'guard', 'with an intent'),
    ('intent', 'guard', 'below sender own, not sent, and with approval held'),
    ('intent_call', 'guard_part', 'with its intent'),
    ('intent_item', 'guard_part', 'with its intent, below sender waiting'),
    ('intent_item', 'guard_insert', 'in flight if claimed here'),
    ('intent_item', 'guard_update', 'in flight if claimed here'),
    ('intent_item', 'guard_writer', 'below sender cancels own that wait'),
    ('intent_item', 'guard_newest_pitch', 'knows the newest pitch'),
    ('intent_act', 'guard', 'signed, within 5 minutes, below sender own'),
    ('connector_version', 'guard_delete', 'older than the newest 450, not the one last seen'),
    ('delivery', 'guard_delete', 'older than 23 hours'),
    ('credit', 'guard_delete', 'below sender open ones of own cancelled intents'),
    ('credit', 'guard_update', 'below sender open ones of own cancelled intents'),
    ('credit_site', 'guard', 'below sender of own intents'),
    ('audit', 'z_audit_stays', 'while it runs'),
    ('day', 'guard', 'not of the future')
  ) AS named (tbl, rule, said) LOOP
    EXECUTE format('COMMENT ON TRIGGER %I ON %I IS %L', step.rule, step.tbl, step.said);
  END LOOP;
  FOR step IN SELECT tgrelid::regclass AS tbl FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE tgname = 'guard_signature' AND relnamespace = 'agency_desk'::regnamespace LOOP
    EXECUTE format('COMMENT ON TRIGGER guard_signature ON %s IS %L', step.tbl, 'signed');
  END LOOP;
END $words$;
`,
}
