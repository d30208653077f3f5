import type { TeamMigration } from '../migration.ts'

/**
 * A write holds the head: what it does must not grow with the tables. Connections keep the plans that they made when the
 * tables were small, and PostgreSQL takes any jsonb list for 100 rows: so it read whole tables, commit and change among
 * them, for each write. Here it has to use keys. Until version 17 that
 * looks so dear to it that it would compile each statement: not with jit off.
 */
export const plans: TeamMigration = {
  name: 'plans',
  landed: '1ffded05562355bc',
  sql: `
CREATE OR REPLACE FUNCTION commit_no(p_id uuid DEFAULT gen_random_uuid(), p_name text DEFAULT NULL, p_is_withdrawn boolean DEFAULT false)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  number bigint;
BEGIN
  SELECT no INTO number FROM commit WHERE no = (SELECT no FROM head) AND xid = pg_current_xact_id();
  IF FOUND THEN
    RETURN number;
  END IF;
  PERFORM refuse_removed();
  UPDATE head SET no = no + 1 RETURNING no INTO number;
  INSERT INTO commit (no, id, tag, at, xid, person, desk_no, name, is_withdrawn)
    VALUES (number, p_id, floor(random() * 9007199254740992)::bigint, clock_timestamp(), pg_current_xact_id(),
      session_user, my_desk(), p_name, p_is_withdrawn);
  PERFORM pg_notify('agency_desk', number::text);
  RETURN number;
END $f$;

-- In plpgsql, for it keeps its plan; an SQL function is planned for each call.
CREATE OR REPLACE FUNCTION keys_in(p_rows jsonb) RETURNS TABLE (tbl text, key text) LANGUAGE plpgsql STABLE
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

-- By the number of the commit. A hash of the keys is right here: a write may have 10,000.
ALTER FUNCTION is_stale(bigint, bigint, jsonb, jsonb) SET enable_seqscan = off;
ALTER FUNCTION is_stale(bigint, bigint, jsonb, jsonb) SET enable_mergejoin = off;
ALTER FUNCTION is_stale(bigint, bigint, jsonb, jsonb) SET jit = off;

ALTER FUNCTION write(uuid, bigint, jsonb, jsonb, text) SET enable_seqscan = off;
ALTER FUNCTION write(uuid, bigint, jsonb, jsonb, text) SET jit = off;

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
ALTER FUNCTION make_writes_of(text) RENAME TO make_plain_writes_of;
CREATE FUNCTION make_writes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT make_plain_writes_of(p_table);
  SELECT go_by_keys(p_table);
END;
SELECT go_by_keys(name) FROM team_table;
`,
}
