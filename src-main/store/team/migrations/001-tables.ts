import type { TeamMigration } from '../migration.ts'

/**
 * The roles, the schema, and the tables that every desk has in its core.db too: the same columns by the same names. What a
 * table has here alone (the brand and the kind of an item) is filled by PostgreSQL, for its own checks.
 *
 * Roles belong to the whole server, so their names carry the team's id. `owner` owns everything and nobody logs in as it;
 * `migrator` lets an admin become it for a migration, without having its rights all the time.
 */
export const tables: TeamMigration = {
  name: 'tables',
  landed: '3c79c13084ba0ce9',
  sql: `
SELECT set_config('agency_desk.team', gen_random_uuid()::text, true);

DO $roles$
DECLARE
  prefix text := 'ad_' || left(current_setting('agency_desk.team'), 8) || '_';
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['reader', 'writer', 'sender', 'admin', 'owner'] LOOP
    EXECUTE format('CREATE ROLE %I NOLOGIN', prefix || part);
  END LOOP;
  EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', prefix || 'migrator');
  EXECUTE format('GRANT %I TO %I', prefix || 'reader', prefix || 'writer');
  EXECUTE format('GRANT %I TO %I', prefix || 'writer', prefix || 'sender');
  EXECUTE format('GRANT %I, %I, %I TO %I WITH ADMIN OPTION',
    prefix || 'reader', prefix || 'writer', prefix || 'sender', prefix || 'admin');
  EXECUTE format('GRANT %I TO %I', prefix || 'owner', prefix || 'migrator');
  EXECUTE format('GRANT %I TO %I', prefix || 'migrator', prefix || 'admin');
  EXECUTE format('GRANT %I TO CURRENT_USER', prefix || 'owner');
  EXECUTE format('CREATE SCHEMA agency_desk AUTHORIZATION %I', prefix || 'owner');
  EXECUTE format('SET LOCAL ROLE %I', prefix || 'owner');
END $roles$;

SET LOCAL search_path = agency_desk, pg_temp;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- One row: the team, and the number of its newest commit. Its lock makes the order of all writes.
CREATE TABLE head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), team_id uuid NOT NULL, no bigint NOT NULL
);
INSERT INTO head (team_id, no) VALUES (current_setting('agency_desk.team')::uuid, 0);

CREATE TABLE schema_step (
  no bigint PRIMARY KEY, name text NOT NULL, landed text NOT NULL, at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION role_of_team(part text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = agency_desk, pg_temp
  RETURN (SELECT 'ad_' || left(team_id::text, 8) || '_' || part FROM head);

CREATE TABLE brand (
  no bigint NOT NULL UNIQUE, id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL UNIQUE, colour text COLLATE "C" NOT NULL, tags text COLLATE "C" NOT NULL,
  team_id text COLLATE "C", demo bigint NOT NULL, created_at_ms bigint NOT NULL, UNIQUE (demo, team_id)
);

CREATE TABLE connector_preset (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, permissions text COLLATE "C" NOT NULL
);

CREATE TABLE suppression (
  no bigint PRIMARY KEY, kind text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL UNIQUE,
  reason text COLLATE "C" NOT NULL, created_at_ms bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE template (
  id text COLLATE "C" PRIMARY KEY, kind text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" REFERENCES brand ON DELETE CASCADE, name text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL, body text COLLATE "C" NOT NULL, recipients text COLLATE "C" NOT NULL,
  updated_at_ms bigint NOT NULL, sent_at_ms bigint, intent_ids text COLLATE "C" NOT NULL,
  is_shared bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE connector_catalog (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  asked_at_ms bigint NOT NULL, fetched_at_ms bigint NOT NULL, can_manage bigint NOT NULL,
  sync_enabled bigint NOT NULL, tools text COLLATE "C" NOT NULL, seen_no bigint NOT NULL,
  organization text COLLATE "C", expected text COLLATE "C" NOT NULL
);

CREATE TABLE connector_version (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  at_ms bigint NOT NULL, is_by_desk bigint NOT NULL, sync_enabled bigint NOT NULL,
  permissions text COLLATE "C" NOT NULL, own text COLLATE "C" NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE outreach_pace (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  spacing_ms double precision NOT NULL, at_ms bigint NOT NULL
);

CREATE TABLE credit_budget (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  monthly_budget bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C",
  changed_at_ms bigint
);

CREATE TABLE prospect_mark (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  prospect_id text COLLATE "C" NOT NULL, triage text COLLATE "C", tags text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C",
  changed_at_ms bigint, PRIMARY KEY (brand_id, prospect_id)
);

CREATE TABLE keyword_mark (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  keyword text COLLATE "C" NOT NULL, star bigint NOT NULL, tags text COLLATE "C" NOT NULL,
  made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint,
  PRIMARY KEY (brand_id, keyword)
);

CREATE TABLE basket_keyword (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  folded text COLLATE "C" NOT NULL, keyword text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL, added_at_ms bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint, PRIMARY KEY (brand_id, folded)
);

CREATE TABLE intent (
  no bigint PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL, created_at_ms bigint NOT NULL,
  release_at_ms bigint, hold_left_ms bigint, is_paused bigint NOT NULL, sent_at_ms bigint,
  ended_at_ms bigint, details text COLLATE "C" NOT NULL, reason text COLLATE "C", problem text COLLATE "C",
  waiting bigint NOT NULL, in_flight bigint NOT NULL, confirmed bigint NOT NULL, failed bigint NOT NULL,
  skipped bigint NOT NULL, unknown bigint NOT NULL, cancelled bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE intent_call (
  no bigint PRIMARY KEY, intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE,
  call_no bigint NOT NULL, first_item bigint NOT NULL, payloads text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" NOT NULL, UNIQUE (intent_no, call_no)
);

CREATE TABLE intent_item (
  intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE, item bigint NOT NULL,
  call_no bigint NOT NULL, subject text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL,
  reason text COLLATE "C", result text COLLATE "C" NOT NULL, contact_id text COLLATE "C",
  brand_id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, PRIMARY KEY (intent_no, item)
);

CREATE TABLE credit (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  act text COLLATE "C" NOT NULL, intent_no bigint, intent_id text COLLATE "C", call_no bigint,
  state text COLLATE "C" NOT NULL, at_ms bigint NOT NULL, price double precision NOT NULL,
  charged double precision, about text COLLATE "C" NOT NULL, UNIQUE (intent_no, call_no)
);

CREATE TABLE credit_site (
  credit_no bigint NOT NULL, prospect_id text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  contacts_before bigint NOT NULL, charged double precision NOT NULL, state text COLLATE "C" NOT NULL,
  since_ms bigint NOT NULL, PRIMARY KEY (credit_no, prospect_id)
);

CREATE TABLE article (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  slug text COLLATE "C" NOT NULL, provider text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  is_scheduled bigint NOT NULL, at_ms bigint NOT NULL, state text COLLATE "C" NOT NULL, intent_no bigint,
  item bigint, post_id text COLLATE "C", post_url text COLLATE "C", reason text COLLATE "C",
  created_at_ms bigint NOT NULL, delivery_id text COLLATE "C", confirmed_at_ms bigint,
  UNIQUE (intent_no, item)
);

CREATE TABLE delivery (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  received_at_ms bigint NOT NULL, event text COLLATE "C", slug text COLLATE "C", title text COLLATE "C",
  status text COLLATE "C" NOT NULL, reason text COLLATE "C", secret_used text COLLATE "C" NOT NULL,
  intent_id text COLLATE "C", bytes bigint NOT NULL, search text COLLATE "C" NOT NULL
);

CREATE TABLE audit (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  url text COLLATE "C" NOT NULL, at_ms bigint NOT NULL, state text COLLATE "C" NOT NULL,
  overall_score double precision, total_tests bigint, passed_tests bigint, error text COLLATE "C",
  folded text COLLATE "C" NOT NULL, desk_no bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE audit_reply (
  audit_no bigint PRIMARY KEY,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  reply text COLLATE "C" NOT NULL
);

CREATE TABLE audit_site (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  url text COLLATE "C", remind_every_days bigint, remind_since_ms bigint, reminded_of_ms bigint
);

CREATE TABLE intent_act (
  intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE, no bigint NOT NULL, at_ms bigint NOT NULL,
  person text COLLATE "C", act text COLLATE "C" NOT NULL, brand_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (intent_no, no)
);

CREATE TABLE intent_claim (
  intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE, desk_no bigint NOT NULL, until_ms bigint NOT NULL,
  brand_id text COLLATE "C" NOT NULL
);

CREATE TABLE preview_use (preview_id text COLLATE "C" PRIMARY KEY, used_at_ms bigint NOT NULL);

CREATE TABLE team_setting (
  key text COLLATE "C" PRIMARY KEY, value text COLLATE "C" NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);
`,
}
