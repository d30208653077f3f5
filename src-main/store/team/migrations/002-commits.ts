import type { TeamMigration } from '../migration.ts'

/**
 * Every transaction that changes a table of the team is a commit with a number. The row of `head` is locked from the
 * moment a number is taken until the transaction is visible: numbers have no gaps and are in the order of the commits, so
 * a desk that asks for all after its own number misses nothing. `change` names the changed rows by their keys, never
 * their contents.
 *
 * A transaction that locks rows locks `head` first. Only claims and limiter slots take row locks without it, and these never take
 * `head` afterwards.
 */
export const commits: TeamMigration = {
  name: 'commits',
  landed: '60aaf29ed9c41767',
  sql: `
CREATE TABLE desk (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL UNIQUE, name text NOT NULL,
  login text NOT NULL, last_seen timestamptz NOT NULL DEFAULT now(), position bigint NOT NULL DEFAULT 0
);

-- 'tag' tells a number of this history from the same number of another one: after a failover to a replica that lagged.
CREATE TABLE commit (
  no bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, tag bigint NOT NULL, at timestamptz NOT NULL, xid xid8 NOT NULL,
  person text NOT NULL, desk_no bigint, name text, is_withdrawn boolean NOT NULL
);

CREATE TABLE change (
  commit_no bigint NOT NULL, tbl text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL, brand_id text COLLATE "C", PRIMARY KEY (commit_no, tbl, key)
);

-- The tables of the team in the order of writing: a brand before what belongs to it.
CREATE TABLE team_table (
  name text PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY UNIQUE, key_columns text[] NOT NULL,
  brand_column text
);

-- The desk of this session (join_desk). Null: none, or of another person.
CREATE FUNCTION my_desk() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = agency_desk, pg_temp
  RETURN (SELECT no FROM desk
    WHERE no = nullif(current_setting('agency_desk.desk', true), '')::bigint AND login = session_user);

-- For functions that run with the owner's rights: a removed person gets nothing from them either, in an open session.
CREATE FUNCTION refuse_removed() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
BEGIN
  IF EXISTS (SELECT FROM person WHERE login = session_user AND removed_at_ms IS NOT NULL) THEN
    RAISE EXCEPTION 'This person is not of the team.' USING ERRCODE = 'AD005', CONSTRAINT = 'not_of_the_team';
  END IF;
END $f$;

-- Makes this session one of that desk; a desk that is new gets a number. Its reader says how far it has caught up.
CREATE FUNCTION join_desk(p_id uuid, p_name text, p_position bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  number bigint;
BEGIN
  PERFORM refuse_removed();
  INSERT INTO desk AS d (id, name, login, position) VALUES (p_id, p_name, session_user, p_position)
    ON CONFLICT (id) DO UPDATE SET name = p_name, position = p_position, last_seen = now()
      WHERE d.login = session_user
    RETURNING no INTO number;
  IF number IS NULL THEN
    RAISE EXCEPTION 'This desk is of another person.' USING ERRCODE = 'AD002', CONSTRAINT = 'desk_of_another';
  END IF;
  PERFORM set_config('agency_desk.desk', number::text, false);
  RETURN number;
END $f$;

-- The number of this transaction; takes the next one if it has none yet.
CREATE FUNCTION commit_no(p_id uuid DEFAULT gen_random_uuid(), p_name text DEFAULT NULL, p_is_withdrawn boolean DEFAULT false)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = agency_desk, pg_temp AS $f$
DECLARE
  number bigint;
BEGIN
  SELECT c.no INTO number FROM head h JOIN commit c ON c.no = h.no AND c.xid = pg_current_xact_id();
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

-- Makes the triggers that note the changes of a table.
CREATE FUNCTION note_changes_of(p_table text) RETURNS void LANGUAGE plpgsql SET search_path = agency_desk, pg_temp AS $f$
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

INSERT INTO team_table (name, key_columns, brand_column) VALUES
  ('brand', '{id}', 'id'),
  ('team_setting', '{key}', NULL),
  ('suppression', '{no}', NULL),
  ('preview_use', '{preview_id}', NULL),
  ('connector_preset', '{id}', NULL),
  ('connector_catalog', '{brand_id}', 'brand_id'),
  ('connector_version', '{no}', 'brand_id'),
  ('template', '{id}', 'brand_id'),
  ('outreach_pace', '{brand_id}', 'brand_id'),
  ('prospect_mark', '{brand_id,prospect_id}', 'brand_id'),
  ('keyword_mark', '{brand_id,keyword}', 'brand_id'),
  ('basket_keyword', '{brand_id,folded}', 'brand_id'),
  ('intent', '{no}', 'brand_id'),
  ('intent_call', '{no}', 'brand_id'),
  ('intent_item', '{intent_no,item}', 'brand_id'),
  ('intent_act', '{intent_no,no}', 'brand_id'),
  ('intent_claim', '{intent_no}', 'brand_id'),
  ('credit_budget', '{brand_id}', 'brand_id'),
  ('credit', '{no}', 'brand_id'),
  ('credit_site', '{credit_no,prospect_id}', 'brand_id'),
  ('article', '{no}', 'brand_id'),
  ('delivery', '{no}', 'brand_id'),
  ('audit', '{no}', 'brand_id'),
  ('audit_reply', '{audit_no}', 'brand_id'),
  ('audit_site', '{brand_id}', 'brand_id');

SELECT note_changes_of(name) FROM team_table;
`,
}
