import type { TeamMigration } from '../migration.ts'

/**
 * `write` takes the rows that a write function of the desk changed on the desk's own copy, and stores them if nothing that
 * it read or changed has changed since. It runs with the rights of the person. The id names the write: the same id is
 * written once, and `outcome` finds it again after a lost connection, or withdraws it for ever.
 *
 * rows:  { "<table>": { "gone": [[key …], …], "rows": [{ column: value, … }, …] }, … }
 * reads: [{ "table": "…", "brand": "…" or null for all, "asOf": number or absent for the position }, …]
 */
export const write: TeamMigration = {
  name: 'write',
  landed: '16bc9308f6b5ac30',
  sql: `
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

-- Makes put_<table>(rows) and drop_<table>(keys). Call it again after a migration that changed the table's columns.
CREATE FUNCTION make_writes_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  keys text[];
  columns text[] := columns_of(p_table);
  same_key text;
  key_values text;
  changes text;
BEGIN
  SELECT key_columns INTO STRICT keys FROM team_table WHERE name = p_table;
  SELECT string_agg(format('t.%1$I = r.%1$I', k), ' AND ') INTO same_key FROM unnest(keys) k;
  SELECT string_agg(format('t.%I = (k.key ->> %s)::%s', attname, nth - 1, format_type(atttypid, NULL)), ' AND ')
    INTO key_values FROM unnest(keys) WITH ORDINALITY AS of_key (name, nth)
    JOIN pg_attribute ON attrelid = p_table::regclass AND attname = of_key.name;
  SELECT string_agg(format('%1$I = r.%1$I', c), ', ') INTO changes FROM unnest(columns) c WHERE c <> ALL (keys);
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION %1$I(p_rows jsonb) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp
      AS $put$
    BEGIN
      %2$s
      INSERT INTO %3$I (%4$s) SELECT %5$s FROM jsonb_populate_recordset(NULL::%3$I, p_rows) r
        WHERE NOT EXISTS (SELECT FROM %3$I t WHERE %6$s);
    END $put$;
    CREATE OR REPLACE FUNCTION %7$I(p_keys jsonb) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
      BEGIN ATOMIC
        DELETE FROM %3$I t USING jsonb_array_elements(p_keys) AS k (key) WHERE %8$s;
      END;
  $sql$,
    'put_' || p_table,
    CASE WHEN changes IS NULL THEN '' ELSE format(
      'UPDATE %1$I t SET %2$s FROM jsonb_populate_recordset(NULL::%1$I, p_rows) r WHERE %3$s;', p_table, changes, same_key)
    END,
    p_table,
    (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c),
    (SELECT string_agg(format('r.%I', c), ', ') FROM unnest(columns) c),
    same_key, 'drop_' || p_table, key_values);
END $f$;
SELECT make_writes_of(name) FROM team_table;

-- The keys of the rows that a write changes, as change has them.
CREATE FUNCTION keys_in(p_rows jsonb) RETURNS TABLE (tbl text, key text) LANGUAGE sql STABLE
  SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT t.name, gone::text FROM team_table t, jsonb_array_elements(p_rows -> t.name -> 'gone') gone
  UNION ALL
  SELECT t.name, (SELECT jsonb_agg(r -> of_key.name ORDER BY nth)::text
      FROM unnest(t.key_columns) WITH ORDINALITY AS of_key (name, nth))
    FROM team_table t, jsonb_array_elements(p_rows -> t.name -> 'rows') r;
END;

-- Whether a commit above the position changed what was read or is written. It sees all brands: so it runs as the owner.
-- A position that is ahead of this history, far behind, or older than the changes that are still kept, is stale.
CREATE FUNCTION is_stale(p_newest bigint, p_position bigint, p_reads jsonb, p_rows jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
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

-- Locks the head: no other write is accepted until this transaction ends. Returns the newest number.
CREATE FUNCTION begin_turn() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  AS $f$
DECLARE
  newest bigint;
BEGIN
  PERFORM refuse_removed();
  SELECT no INTO STRICT newest FROM head FOR UPDATE;
  RETURN newest;
END $f$;

-- The number of the commit; null: stale, catch up and run the write again.
CREATE FUNCTION write(p_id uuid, p_position bigint, p_reads jsonb, p_rows jsonb, p_name text DEFAULT NULL)
  RETURNS bigint LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
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
    IF step.part ? 'gone' THEN
      EXECUTE format('SELECT %I($1)', 'drop_' || step.name) USING step.part -> 'gone';
    END IF;
    IF step.part ? 'rows' THEN
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
`,
}
