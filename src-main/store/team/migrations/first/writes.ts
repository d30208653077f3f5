/**
 * `write` takes the rows that a write function of the desk changed on the desk's own copy, and stores them if nothing that
 * it read or changed has changed since. It runs with the rights of the person. The id names the write: the same id is
 * written once, and `outcome` finds it again after a lost connection, or withdraws it for ever.
 *
 * rows:  { "<table>": { "gone": [[key …], …], "rows": [{ column: value, … }, …] }, … }
 * reads: [{ "table": "…", "brand": "…" or null for all, "asOf": number or absent for the position }, …]
 *
 * An empty list of a table's rows, or of those that are gone, asks for no right to that table: most people may delete no
 * intent.
 */
export const writes = `
-- A brand and a kind that belong to the intent: whatever the desk sent.
CREATE FUNCTION fill_from_intent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF TG_TABLE_NAME = 'intent_item' THEN
    SELECT brand_id, kind INTO NEW.brand_id, NEW.kind FROM intent WHERE no = NEW.intent_no;
  ELSE
    SELECT brand_id INTO NEW.brand_id FROM intent WHERE no = NEW.intent_no;
  END IF;
  RETURN NEW;
END $f$;
CREATE TRIGGER fill BEFORE INSERT OR UPDATE OF intent_no, brand_id ON intent_call
  FOR EACH ROW EXECUTE FUNCTION fill_from_intent();
CREATE TRIGGER fill BEFORE INSERT OR UPDATE OF intent_no, brand_id, kind ON intent_item
  FOR EACH ROW EXECUTE FUNCTION fill_from_intent();
CREATE TRIGGER fill BEFORE INSERT OR UPDATE OF intent_no, brand_id ON intent_act
  FOR EACH ROW EXECUTE FUNCTION fill_from_intent();
CREATE TRIGGER fill BEFORE INSERT OR UPDATE OF intent_no, brand_id ON intent_claim
  FOR EACH ROW EXECUTE FUNCTION fill_from_intent();

-- Columns that a desk has too: all but those that PostgreSQL fills.
CREATE FUNCTION columns_of(p_table text) RETURNS text[] LANGUAGE sql STABLE SET search_path = agency_desk, pg_temp
  RETURN (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = p_table::regclass AND attnum > 0 AND NOT attisdropped
      AND NOT (p_table LIKE 'intent\\_%' AND attname IN ('brand_id', 'kind')));

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

-- Under rules for rows PostgreSQL uses an index only for conditions that can tell nothing of rows that a person may not see.
-- To take a key out of a list is no such condition: so the keys are taken out first, and compared as plain columns.
CREATE FUNCTION make_drop_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  keys text;
  same_key text;
BEGIN
  SELECT string_agg(format('(e.key ->> %s)::%s AS %I', nth - 1, format_type(atttypid, NULL), attname), ', '),
      string_agg(format('t.%1$I = k.%1$I', attname), ' AND ')
    INTO keys, same_key
    FROM team_table, unnest(key_columns) WITH ORDINALITY AS of_key (column_name, nth)
    JOIN pg_attribute ON attrelid = p_table::regclass AND attname = of_key.column_name
    WHERE name = p_table;
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION %1$I(p_keys jsonb) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
      BEGIN ATOMIC
        DELETE FROM %2$I t USING (SELECT %3$s FROM jsonb_array_elements(p_keys) AS e (key) OFFSET 0) k WHERE %4$s;
      END;
  $sql$, 'drop_' || p_table, p_table, keys, same_key);
END $f$;

CREATE FUNCTION go_by_keys(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  part text;
  named text;
BEGIN
  FOREACH part IN ARRAY ARRAY['put_', 'drop_'] LOOP
    FOREACH named IN ARRAY ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] LOOP
      EXECUTE format('ALTER FUNCTION %I(jsonb) SET %I = off', part || p_table, named);
    END LOOP;
  END LOOP;
END $f$;

-- Makes put_<table>(rows) and drop_<table>(keys). Call it after the grants of a table, and again after a migration that
-- changed its columns.
CREATE FUNCTION make_writes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT make_put_of(p_table);
  SELECT make_drop_of(p_table);
  SELECT go_by_keys(p_table);
END;

-- The keys of the rows that a write changes, as change has them. In plpgsql, for it keeps its plan; an SQL function is planned
-- for each call.
CREATE FUNCTION keys_in(p_rows jsonb) RETURNS TABLE (tbl text, key text) LANGUAGE plpgsql STABLE
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  RETURN QUERY
    SELECT t.name, gone::text
      FROM jsonb_each(p_rows) AS p JOIN team_table t ON t.name = p.key, jsonb_array_elements(p.value -> 'gone') gone
    UNION ALL
    SELECT t.name, (SELECT jsonb_agg(r -> of_key.name ORDER BY nth)::text
        FROM unnest(t.key_columns) WITH ORDINALITY AS of_key (name, nth))
      FROM jsonb_each(p_rows) AS p JOIN team_table t ON t.name = p.key, jsonb_array_elements(p.value -> 'rows') r;
END $f$;

-- Whether a commit above the position changed what was read or is written. It sees all brands: so it runs as the owner.
-- A position that is ahead of this history, far behind, or older than the changes that are still kept, is stale.
CREATE FUNCTION is_stale(p_newest bigint, p_position bigint, p_reads jsonb, p_rows jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp SET enable_seqscan = off
  SET enable_mergejoin = off SET jit = off AS $f$
DECLARE
  oldest bigint;
BEGIN
  SELECT least(p_position, min("asOf")) INTO oldest FROM jsonb_to_recordset(p_reads) AS r ("asOf" bigint);
  IF oldest = p_newest THEN
    RETURN false;
  ELSIF p_position > p_newest OR p_newest - oldest > 10000 OR NOT EXISTS (SELECT FROM commit WHERE no = oldest + 1) THEN
    RETURN true;
  END IF;
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(p_reads) AS r ("table" text, brand text, "asOf" bigint)
    JOIN change c ON c.commit_no > coalesce(r."asOf", p_position) AND c.tbl = r."table"
      AND (r.brand IS NULL OR c.brand_id IS NULL OR c.brand_id = r.brand)
  ) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM change WHERE commit_no > p_position)
    AND EXISTS (SELECT FROM change c JOIN keys_in(p_rows) k ON k.tbl = c.tbl AND k.key = c.key
      WHERE c.commit_no > p_position);
END $f$;

-- The number of the commit; null: stale, catch up and run the write again.
CREATE FUNCTION write(p_id uuid, p_position bigint, p_reads jsonb, p_rows jsonb, p_name text DEFAULT NULL)
  RETURNS bigint LANGUAGE plpgsql SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  newest bigint := begin_turn();
  known commit;
  number bigint;
  step record;
BEGIN
  SELECT * INTO known FROM commit WHERE id = p_id;
  IF known.is_withdrawn THEN
    RAISE EXCEPTION 'This write was withdrawn.' USING ERRCODE = 'AD001', CONSTRAINT = 'write_withdrawn';
  ELSIF known.no IS NOT NULL THEN
    RETURN known.no;
  END IF;
  IF EXISTS (SELECT FROM jsonb_object_keys(p_rows) named WHERE named NOT IN (SELECT name FROM team_table)) THEN
    RAISE EXCEPTION 'This write names a table that is not of the team.' USING ERRCODE = 'AD008', CONSTRAINT = 'unknown_table';
  ELSIF is_stale(newest, p_position, p_reads, p_rows) THEN
    RETURN NULL;
  END IF;
  number := commit_no(p_id, p_name);
  FOR step IN SELECT name, p_rows -> name AS part FROM team_table WHERE p_rows ? name ORDER BY place LOOP
    IF jsonb_array_length(step.part -> 'gone') > 0 THEN
      EXECUTE format('SELECT %I($1)', 'drop_' || step.name) USING step.part -> 'gone';
    END IF;
    IF jsonb_array_length(step.part -> 'rows') > 0 THEN
      EXECUTE format('SELECT %I($1)', 'put_' || step.name) USING step.part -> 'rows';
    END IF;
  END LOOP;
  RETURN number;
END $f$;

-- The outcome of a write whose answer was lost: its number; null: it was not stored, and never will be.
CREATE FUNCTION outcome(p_id uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  known commit;
BEGIN
  PERFORM begin_turn();
  SELECT * INTO known FROM commit WHERE id = p_id;
  IF known.no IS NULL THEN
    PERFORM commit_no(p_id, NULL, true);
  END IF;
  RETURN CASE WHEN known.is_withdrawn THEN NULL ELSE known.no END;
END $f$;
`
