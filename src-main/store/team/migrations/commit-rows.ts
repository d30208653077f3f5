/** The end of a commit keeps its rows, and notifies the desks where none did for so long. */
export const endCommit = (
  create: 'CREATE' | 'CREATE OR REPLACE',
  namedOnceIn: string,
) => `${create} FUNCTION end_commit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $f$
DECLARE
  tables text[];
  named text;
BEGIN
  SELECT array_agg(DISTINCT tbl) INTO tables FROM (SELECT tbl FROM change WHERE commit_no = NEW.no LIMIT 51) c
    HAVING count(*) <= 50;
  IF NOT FOUND OR tables && ARRAY['brand', 'person', 'person_brand', 'report_schedule'] THEN
    -- Who lacks this commit cannot use what is before it, and who has it does not need that.
    DELETE FROM commit_rows;
  ELSE
    FOREACH named IN ARRAY coalesce(tables, '{}') LOOP
      EXECUTE format('SELECT %I($1)', 'keep_' || named) USING NEW.no;
    END LOOP;
    INSERT INTO commit_rows VALUES (NEW.no, '', NULL, '');
    DELETE FROM commit_rows WHERE commit_no <= NEW.no - 100;
  END IF;
  UPDATE head SET noticed_at = clock_timestamp()
    WHERE NOT clock_timestamp() BETWEEN noticed_at AND noticed_at + interval '${namedOnceIn}';
  IF FOUND THEN
    PERFORM pg_notify('agency_desk', NEW.no::text);
  END IF;
  RETURN NULL;
END $f$;`

/**
 * The rows of a small commit as it left them, made once by who commits and read by every desk, in place of one read of each
 * table by each desk. A commit without its line (table '') is caught up with by keys: a large one, one that changes who sees
 * what, one of before. Nobody may read the table itself: `news` gives each person what their brands allow. It is not logged:
 * what a crash or a failover takes is read by keys.
 *
 * A program of a person's own can have the trigger run before its last change. That change takes the rows away again.
 *
 * Of the commits of 400 ms the first one notifies the desks as it ends; they look when that time is over (wakes.ts).
 */
export const commitRows = `
CREATE UNLOGGED TABLE commit_rows (
  commit_no bigint NOT NULL, tbl text COLLATE "C" NOT NULL, brand_id text COLLATE "C", rows text NOT NULL
);
CREATE INDEX commit_rows_by_no ON commit_rows (commit_no);

ALTER TABLE head ADD COLUMN noticed_at timestamptz NOT NULL DEFAULT '-infinity';

CREATE OR REPLACE FUNCTION commit_no(p_id uuid DEFAULT gen_random_uuid(), p_name text DEFAULT NULL, p_is_withdrawn boolean DEFAULT false)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
DECLARE
  number bigint;
BEGIN
  SELECT no INTO number FROM commit WHERE no = (SELECT no FROM head) AND xid = pg_current_xact_id();
  IF FOUND THEN
    DELETE FROM commit_rows WHERE commit_no = number;
    RETURN number;
  END IF;
  PERFORM refuse_removed();
  UPDATE head SET no = no + 1 RETURNING no INTO number;
  INSERT INTO commit (no, id, tag, at, xid, person, desk_no, name, is_withdrawn)
    VALUES (number, p_id, floor(random() * 9007199254740992)::bigint, clock_timestamp(), pg_current_xact_id(),
      session_user, my_desk(), p_name, p_is_withdrawn);
  RETURN number;
END $f$;

-- Makes keep_<table>, whose plan a connection keeps. A row is null once it is gone, and true where it is to be asked for: it is
-- large, or has another brand than was noted.
CREATE FUNCTION make_keep_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  same_key text;
  same_brand text;
BEGIN
  SELECT string_agg(format('t.%I = (c.key::jsonb ->> %s)::%s', attname, nth - 1, format_type(atttypid, NULL)), ' AND '),
      min(CASE WHEN brand_column IS NULL THEN 'true' ELSE format('t.%I IS NOT DISTINCT FROM c.brand_id', brand_column) END)
    INTO STRICT same_key, same_brand
    FROM team_table, unnest(key_columns) WITH ORDINALITY AS of_key (column_name, nth)
    JOIN pg_attribute ON attrelid = p_table::regclass AND attname = of_key.column_name
    WHERE name = p_table;
  EXECUTE format($sql$
    CREATE FUNCTION %1$I(p_no bigint) RETURNS void LANGUAGE plpgsql AS $keep$
    BEGIN
      INSERT INTO agency_desk.commit_rows SELECT p_no, %2$L, brand_id, '[' || string_agg('[' || to_json(key)::text || ',' || CASE
          WHEN is_gone THEN 'null' WHEN is_of_brand AND octet_length(row) <= 4000 THEN row ELSE 'true' END || ']', ',') || ']'
        FROM (SELECT c.brand_id, c.key, (t.*) IS NULL AS is_gone, %3$s AS is_of_brand, to_json(t)::text AS row
          FROM agency_desk.change c LEFT JOIN agency_desk.%2$I t ON %4$s
          WHERE c.commit_no = p_no AND c.tbl = %2$L OFFSET 0) r
        GROUP BY brand_id;
    END $keep$;
  $sql$, 'keep_' || p_table, p_table, same_brand, same_key);
END $f$;

CREATE OR REPLACE FUNCTION note_changes_of(p_table text) RETURNS void LANGUAGE sql SET search_path = agency_desk, pg_temp
BEGIN ATOMIC
  SELECT note_only_changes_of(p_table);
  SELECT keep_key_of(p_table);
  SELECT check_columns_of(p_table);
  SELECT guard_numbers_of(p_table);
  SELECT make_keep_of(p_table);
END;

SELECT make_keep_of(name) FROM team_table;

${endCommit('CREATE', '400 ms')}
CREATE CONSTRAINT TRIGGER end_commit AFTER INSERT ON commit DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION end_commit();

-- The newest commit, what is known of the position, and the rows of all commits between, of one moment. Without rows: by keys.
CREATE FUNCTION news(p_position bigint) RETURNS TABLE (
    "position" bigint, tag uuid, login text, "hereTag" uuid, "hasNext" boolean, "serverMs" double precision, rows text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = agency_desk, pg_temp SET enable_seqscan = off SET jit = off AS $f$
#variable_conflict use_column
DECLARE
  newest bigint;
  all_seen bigint;
  brands text[];
BEGIN
  SELECT h.no, p.all_brands INTO newest, all_seen FROM head h
    LEFT JOIN person p ON p.login = session_user AND p.removed_at_ms IS NULL;
  -- Raises for who is not of the team.
  IF all_seen IS DISTINCT FROM 1 AND NOT sees_all() THEN
    brands := my_brands();
  END IF;
  RETURN QUERY SELECT newest, (SELECT id FROM commit WHERE no = newest), session_user::text,
    (SELECT id FROM commit WHERE no = p_position), EXISTS (SELECT FROM commit WHERE no = p_position + 1),
    extract(epoch FROM clock_timestamp())::double precision * 1000,
    CASE WHEN newest - p_position BETWEEN 1 AND 100 THEN (
      SELECT CASE WHEN count(*) FILTER (WHERE tbl = '') = newest - p_position THEN '[' || coalesce(string_agg(
          '["' || tbl || '",' || coalesce(to_json(brand_id)::text, 'null') || ',' || rows || ']', ',' ORDER BY commit_no)
          FILTER (WHERE tbl <> '' AND (brands IS NULL OR brand_id IS NULL OR brand_id = ANY (brands))), '') || ']' END
        FROM commit_rows WHERE commit_no > p_position) END;
END $f$;

DO $rights$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION news TO %I', role_of_team('reader'));
END $rights$;
`
