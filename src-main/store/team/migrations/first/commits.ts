/**
 * Every transaction that changes a table of the team is a commit with a number. The row of `head` is locked from the
 * moment a number is taken until the transaction is visible: numbers have no gaps and are in the order of the commits, so
 * a desk that asks for all after its own number misses nothing. `change` names the changed rows by their keys, never
 * their contents.
 *
 * A transaction that locks rows locks `head` first. Only claims and limiter slots take row locks without it, and these never take
 * `head` afterwards.
 *
 * A write holds the head: what it does must not grow with the tables. Connections keep the plans that they made when the
 * tables were small, and PostgreSQL takes any jsonb list for 100 rows: so it read whole tables, commit and change among
 * them, for each write. Here it has to use keys. Until version 17 that
 * looks so dear to it that it would compile each statement: not with jit off.
 *
 * `commit_no` was replaced: the one that runs is in ../commit-rows.ts.
 */
export const commits = `
-- The number of this transaction; takes the next one if it has none yet.
CREATE FUNCTION commit_no(p_id uuid DEFAULT gen_random_uuid(), p_name text DEFAULT NULL, p_is_withdrawn boolean DEFAULT false)
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

-- Makes the triggers that note the changes of a table.
CREATE FUNCTION note_only_changes_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  columns text;
  keys text;
  brand text;
BEGIN
  SELECT array_to_string(key_columns, ', '), coalesce(quote_ident(brand_column), 'NULL') INTO STRICT keys, brand
    FROM team_table WHERE name = p_table;
  columns := format('%L, jsonb_build_array(%s)::text, %s', p_table, keys, brand);
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = agency_desk, pg_temp AS $note$
    DECLARE
      number bigint;
    BEGIN
      -- Each table is named only where it exists.
      IF TG_OP <> 'DELETE' THEN
        IF EXISTS (SELECT FROM new_rows) THEN
          number := commit_no();
          INSERT INTO change SELECT number, %2$s FROM new_rows ON CONFLICT DO NOTHING;
        END IF;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        IF EXISTS (SELECT FROM old_rows) THEN
          number := commit_no();
          INSERT INTO change SELECT number, %2$s FROM old_rows ON CONFLICT DO NOTHING;
        END IF;
      END IF;
      RETURN NULL;
    END $note$;
    CREATE TRIGGER note_insert AFTER INSERT ON %3$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
    CREATE TRIGGER note_update AFTER UPDATE ON %3$I REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
    CREATE TRIGGER note_delete AFTER DELETE ON %3$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
  $sql$, 'note_' || p_table, columns, p_table);
END $f$;

-- Deletes up to so many commits that are older than so many days, with their changes, and what the limiter and claims left.
-- Kept is what a desk that was seen within these days has not caught up to, and its position, whose tag it compares.
-- Returns how many rows went; call it until no commit goes.
CREATE FUNCTION gc(p_days bigint, p_most bigint DEFAULT 2000) RETURNS TABLE (tbl text, deleted bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
#variable_conflict use_column
DECLARE
  since timestamptz := now() - make_interval(days => greatest(p_days, 1)::int);
  bound bigint;
BEGIN
  PERFORM refuse_removed();
  SELECT least(
      (SELECT no FROM head),
      (SELECT min(position) FROM desk WHERE last_seen >= since),
      (SELECT min(no) FROM commit WHERE at >= since),
      (SELECT min(no) + p_most FROM commit)
    ) INTO bound;
  RETURN QUERY WITH gone AS (DELETE FROM change WHERE commit_no < bound RETURNING 1) SELECT 'change', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM commit WHERE no < bound RETURNING 1) SELECT 'commit', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM limiter_slot WHERE free_at < now() RETURNING 1)
    SELECT 'limiter_slot', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM limiter_pause WHERE until < now() RETURNING 1)
    SELECT 'limiter_pause', count(*) FROM gone;
  RETURN QUERY WITH gone AS (DELETE FROM claim WHERE until < now() - interval '1 hour' RETURNING 1)
    SELECT 'claim', count(*) FROM gone;
END $f$;
`
