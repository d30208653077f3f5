import type { TeamMigration } from '../migration.ts'

/** An empty list of a table's rows, or of those that are gone, asks for no right to that table: most people may delete no intent. */
export const emptyParts: TeamMigration = {
  name: 'empty-parts',
  landed: '0f6e145e464dd691',
  sql: `
-- The number of the commit; null: stale, catch up and run the write again.
CREATE OR REPLACE FUNCTION write(p_id uuid, p_position bigint, p_reads jsonb, p_rows jsonb, p_name text DEFAULT NULL)
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
    IF jsonb_array_length(step.part -> 'gone') > 0 THEN
      EXECUTE format('SELECT %I($1)', 'drop_' || step.name) USING step.part -> 'gone';
    END IF;
    IF jsonb_array_length(step.part -> 'rows') > 0 THEN
      EXECUTE format('SELECT %I($1)', 'put_' || step.name) USING step.part -> 'rows';
    END IF;
  END LOOP;
  RETURN number;
END $f$;
`,
}
