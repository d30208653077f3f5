/**
 * A row is what the desks can read, whichever program wrote it: every number is one that JSON and a date can hold, every text
 * has a length, JSON is JSON of the right kind. Columns get their rule by type and name, so that a table of a later step has
 * rules as well; what a name does not say is listed. Rows that are older keep what they have: desks skip and name those.
 *
 * Numbers of rows follow the server's time (numbers.ts). One of the future would be the start of every desk's next numbers,
 * also after its row is gone, and an old one would be sent before what waits. A row keeps its key.
 *
 * `note_changes_of` was replaced: the one that runs is in ../commit-rows.ts.
 */
export const checks = `
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

-- p_rule: a list of all values; "texts", "list", "object" or "any": JSON; "/…/": a pattern; a number: of characters at most.
CREATE FUNCTION column_check(p_column text, p_type text, p_rule jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = agency_desk, pg_temp
  RETURN format(CASE
    WHEN jsonb_typeof(p_rule) = 'array' THEN '%1$I IN (%2$s)'
    WHEN p_type = 'bigint' THEN CASE
      WHEN p_column LIKE 'is\\_%' OR p_column IN ('demo', 'star', 'can_manage', 'sync_enabled', 'as_zip', 'all_brands', 'needs_approval')
        THEN '%1$I IN (0, 1)'
      WHEN p_column LIKE '%\\_ms' THEN '%1$I BETWEEN 0 AND 253402300799999'
      WHEN p_column IN ('day', 'until_day') THEN '%1$I BETWEEN -719162 AND 2932896'
      WHEN p_column = 'day_of_month' THEN '%1$I BETWEEN 1 AND 28'
      WHEN p_column LIKE '%\\_days' THEN '%1$I BETWEEN 0 AND 36500'
      -- Counts are added up.
      WHEN p_column IN ('waiting', 'in_flight', 'confirmed', 'failed', 'skipped', 'unknown', 'cancelled', 'item', 'first_item', 'call_no', 'bytes', 'contacts_before', 'total_tests', 'passed_tests', 'monthly_budget')
        THEN '%1$I BETWEEN 0 AND 1000000000'
      ELSE '%1$I BETWEEN 0 AND 9007199254740991' END
    -- Neither NaN nor infinite.
    WHEN p_type = 'double precision' THEN '%1$I BETWEEN -1e15 AND 1e15'
    WHEN p_rule = '"texts"' THEN 'octet_length(%1$I) <= 1000000 AND jsonb_typeof(%1$I::jsonb) = ''array''
      AND NOT jsonb_path_exists(%1$I::jsonb, ''$[*] ? (@.type() != "string")'')'
    WHEN p_rule = '"list"' THEN 'octet_length(%1$I) <= 30000000 AND json_typeof(%1$I::json) = ''array'''
    WHEN p_rule = '"object"' THEN 'octet_length(%1$I) <= 10000000 AND json_typeof(%1$I::json) = ''object'''
    WHEN p_rule = '"any"' THEN 'octet_length(%1$I) <= 30000000 AND json_typeof(%1$I::json) IS NOT NULL'
    WHEN p_rule::text LIKE '"/%' THEN 'char_length(%1$I) <= 1000000 AND %1$I ~ %3$L'
    WHEN p_column IN ('id', 'brand_id', 'note_id', 'rule_id', 'template_id') THEN 'char_length(%1$I) BETWEEN 1 AND %4$s'
    ELSE 'char_length(%1$I) <= %4$s' END,
    p_column,
    CASE WHEN jsonb_typeof(p_rule) = 'array' THEN (SELECT string_agg(quote_literal(one), ', ') FROM jsonb_array_elements_text(p_rule) one) END,
    btrim(p_rule #>> '{}', '/'),
    CASE WHEN jsonb_typeof(p_rule) = 'number' THEN p_rule::text ELSE '20000' END);

-- Each column of the table without a check gets one; those that are named get theirs again.
CREATE FUNCTION check_columns_of(p_table text, p_rules jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  step record;
BEGIN
  IF EXISTS (SELECT FROM jsonb_object_keys(p_rules) named WHERE named <> ALL (SELECT attname::text FROM pg_attribute
    WHERE attrelid = p_table::regclass AND attnum > 0)) THEN
    RAISE EXCEPTION 'A rule names no column of %.', p_table;
  END IF;
  FOR step IN SELECT attname AS named, column_check(attname, format_type(atttypid, NULL), p_rules -> attname) AS condition,
      conname IS NOT NULL AS has_one
    FROM pg_attribute LEFT JOIN pg_constraint ON conrelid = attrelid AND conname = 'fits_' || attname
    WHERE attrelid = p_table::regclass AND attnum > 0 AND NOT attisdropped
      AND atttypid IN ('bigint'::regtype, 'double precision'::regtype, 'text'::regtype)
      AND (conname IS NULL OR p_rules ? attname)
  LOOP
    IF step.has_one THEN
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', p_table, 'fits_' || step.named);
    END IF;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s) NOT VALID', p_table, 'fits_' || step.named, step.condition);
  END LOOP;
END $f$;

SELECT check_columns_of(tbl, rules::jsonb) FROM (VALUES
  ('brand', '{"id": 64, "tags": "texts"}'),
  ('team_setting', '{"value": "any"}'),
  ('suppression', '{"kind": ["address", "domain"]}'),
  ('connector_preset', '{"id": 200, "name": "/^ *[^ ].{0,79}$/", "permissions": "object"}'),
  ('connector_catalog', '{"tools": "list", "expected": "list"}'),
  ('connector_version', '{"permissions": "list", "own": "texts"}'),
  ('template', '{"id": 200, "kind": ["template", "draft"], "name": 120, "subject": 10000, "body": 200000, "recipients": "list", "intent_ids": "texts",
    "is_shared": [1]}'),
  ('prospect_mark', '{"triage": ["keep", "later", "drop"], "tags": "texts", "note": 100000}'),
  ('keyword_mark', '{"tags": "texts"}'),
  ('basket_keyword', '{"state": ["keep", "drop"]}'),
  ('intent', '{"id": 64, "kind": ["publish", "schedule", "unschedule", "unpublish", "queue", "unqueue", "discover", "findPeople"],
    "state": ["held", "ready", "in_flight", "confirmed", "partly_done", "failed", "unknown", "cancelled"],
    "details": "object"}'),
  ('intent_call', '{"payloads": "list"}'),
  ('intent_item', '{"state": ["waiting", "in_flight", "confirmed", "failed", "skipped", "unknown", "cancelled"],
    "result": "object"}'),
  ('intent_act', '{"act": ["created", "held", "paused", "resumed", "released", "approved", "cancelled", "decided", "retried"]}'),
  ('credit', '{"act": ["discover", "findPeople"], "state": ["open", "settled"]}'),
  ('credit_site', '{"state": ["searching", "ended", "found", "nobody", "refunded", "gone"]}'),
  ('article', '{"provider": ["wordpress", "shopify", "webflow", "ghost", "webhook", "framer", "grigora"], "status": ["draft", "publish"], "state": ["held", "sending", "scheduled", "draft", "published", "failed",
    "unknown", "cancelled", "unpublished", "superseded"]}'),
  ('delivery', '{"status": ["accepted", "unknown-event", "rejected", "sample"], "secret_used": ["current", "previous"],
    "title": 100000, "search": 200000}'),
  ('audit', '{"state": ["running", "done", "failed", "unknown"], "error": "object"}'),
  ('audit_reply', '{"reply": "any"}'),
  ('person', '{"role": ["reader", "writer", "sender", "admin"]}'),
  ('report_template', '{"id": 80, "name": "/^ *[^ ].{0,79}$/", "title": "/^ *[^ ].{0,119}$/", "summary": 10000, "next_steps": 10000,
    "language": ["en", "de", "fr", "es", "it", "nl"], "compare": ["previous", "lastYear"],
    "sections": "list"}'),
  ('report_branding', '{"name": 120, "footer": 300, "colour": "/^#[0-9a-fA-F]{6}$/",
    "logo": "/^data:image/(png|jpeg|svg[+]xml);base64,[A-Za-z0-9+/]+={0,2}$/"}'),
  ('report_schedule', '{"id": 80, "template_id": 80, "name": "/^ *[^ ].{0,79}$/", "brands": "any", "formats": "texts", "last_month": "/^[0-9]{4}-[0-9]{2}$/"}'),
  ('playbook', '{"id": 200, "name": "/^ *[^ ].{0,119}$/", "description": 1000, "steps": "list"}'),
  ('annotation', '{"note_id": 64, "keyword": 2000, "page": 2000, "text": 20000, "folded": 100000}'),
  ('visibility_version', '{"models": "list"}'),
  ('alert_rule', '{"id": 64, "name": "/^ *[^ ].{0,79}$/", "scope": ["all", "brands", "tag"], "condition": "object", "filter": "object",
    "muted_until": "/^(always|[0-9]{4}-[0-9]{2}-[0-9]{2})$/"}'),
  ('webhook_provider', '{"provider": ["wordpress", "shopify", "webflow", "ghost", "webhook", "framer", "grigora"]}'),
  ('reply', '{"fields": "object"}'),
  ('desk', '{"name": 200}'),
  ('commit', '{"name": 200}')
) AS listed (tbl, rules);
ALTER TABLE team_setting ADD CONSTRAINT fits_switch
  CHECK (key <> 'isSendingHeld' OR json_typeof(value::json) = 'boolean') NOT VALID;

-- A shared draft belongs to one brand, and so do all its people. Otherwise a person who sees some brands only would read
-- contacts of others. A template without a brand is for all, and names nobody.
CREATE FUNCTION people_are_of(p_recipients text, p_brand text) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = agency_desk, pg_temp
  RETURN NOT EXISTS (SELECT FROM jsonb_array_elements(p_recipients::jsonb) one
    WHERE p_brand IS NULL OR one ->> 'brandId' IS DISTINCT FROM p_brand);
ALTER TABLE template ADD CONSTRAINT template_of_one_brand
  CHECK ((kind <> 'draft' OR brand_id IS NOT NULL) AND people_are_of(recipients, brand_id));

-- A number is one of the last quarter of an hour before the newest row, or later, and ten minutes ahead at most. Who copies a desk's rows
-- into a new team has older ones, and so has a suppression that was added without a connection. A delivery has a number
-- of the range of its desk.
CREATE FUNCTION guard_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  -- A quarter of an hour.
  margin CONSTANT bigint := 1000000000;
  last CONSTANT bigint := floor((extract(epoch FROM clock_timestamp()) * 1000 - 1767225600000 + 600000) * 1024);
  lowest bigint;
  highest bigint;
  newest bigint;
  is_owner boolean := current_setting('role') = role_of_team('owner');
BEGIN
  SELECT min(no), max(no) INTO lowest, highest FROM added;
  IF TG_TABLE_NAME = 'delivery' THEN
    IF is_owner OR pg_has_role(session_user, role_of_team('owner'), 'MEMBER') OR lowest >= my_desk() * 100000000000 AND highest < (my_desk() + 1) * 100000000000 OR lowest IS NULL THEN
      RETURN NULL;
    END IF;
  ELSIF highest <= last AND NOT (is_owner OR TG_TABLE_NAME = 'suppression') THEN
    EXECUTE format('SELECT max(no) FROM %I WHERE no <= $1', TG_TABLE_NAME) INTO newest USING last;
    IF lowest > newest - margin THEN
      RETURN NULL;
    END IF;
  ELSIF highest <= last OR highest IS NULL THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'A number of a row is not one of the numbers that come next.'
    USING ERRCODE = 'AD010', CONSTRAINT = 'number_of_the_server', TABLE = TG_TABLE_NAME;
END $f$;

CREATE FUNCTION guard_numbers_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = p_table::regclass AND attname = 'no' AND NOT attisdropped) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TRIGGER guard_numbers AFTER INSERT ON %I REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION guard_numbers()', p_table);
  EXECUTE format('CREATE TRIGGER number_stays BEFORE UPDATE ON %I FOR EACH ROW WHEN (OLD.no IS DISTINCT FROM NEW.no)
    EXECUTE FUNCTION refuse_change(''number_stays'')', p_table);
END $f$;

-- For each table that desks share, also one of a later migration.
CREATE FUNCTION note_changes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT note_only_changes_of(p_table);
  SELECT keep_key_of(p_table);
  SELECT check_columns_of(p_table);
  SELECT guard_numbers_of(p_table);
END;

SELECT note_changes_of(name) FROM team_table;
`
