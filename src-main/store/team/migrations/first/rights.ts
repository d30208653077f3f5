/**
 * Deny by default: each role has the rights that its desk uses, named here, and no other. A later step grants what it adds,
 * before it calls make_writes_of: a column that nobody may change is not set by a put function, which refuses another value.
 * docs/team-rights.md is made of the result.
 */
export const rights = `
DO $schema$
BEGIN
  EXECUTE 'GRANT USAGE ON SCHEMA agency_desk TO ' || quote_ident(role_of_team('reader'));
END $schema$;

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
`
