import type { TeamMigration } from '../migration.ts'

/**
 * Under rules for rows PostgreSQL uses an index only for conditions that can tell nothing of rows that a person may not see.
 * To take a key out of a list is no such condition: each deletion read its whole table while the head was locked. The keys
 * are taken out first, and compared as plain columns.
 */
export const dropsByKeys: TeamMigration = {
  name: 'drops-by-keys',
  landed: 'f0137200b92cb733',
  sql: `
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

CREATE OR REPLACE FUNCTION make_writes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT make_plain_writes_of(p_table);
  SELECT make_drop_of(p_table);
  SELECT go_by_keys(p_table);
END;
SELECT make_drop_of(name), go_by_keys(name) FROM team_table;
`,
}
