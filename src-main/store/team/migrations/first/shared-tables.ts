/**
 * The tables that every desk has in its core.db too: the same columns by the same names. What a table has here alone (the brand
 * and the kind of an item) is filled by PostgreSQL, for its own checks.
 */
export const sharedTables = `
CREATE TABLE brand (
  no bigint NOT NULL UNIQUE, id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL UNIQUE, colour text COLLATE "C" NOT NULL, tags text COLLATE "C" NOT NULL,
  team_id text COLLATE "C", demo bigint NOT NULL, created_at_ms bigint NOT NULL, UNIQUE (demo, team_id)
);

CREATE TABLE team_setting (
  key text COLLATE "C" PRIMARY KEY, value text COLLATE "C" NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE suppression (
  no bigint PRIMARY KEY, kind text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL UNIQUE,
  reason text COLLATE "C" NOT NULL, created_at_ms bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE preview_use (preview_id text COLLATE "C" PRIMARY KEY, used_at_ms bigint NOT NULL);

CREATE TABLE connector_preset (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, permissions text COLLATE "C" NOT NULL
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

-- A desk keeps 500 versions of a brand and the one last seen. The new ones are stored after the old ones are deleted.
CREATE INDEX connector_version_of_brand ON connector_version (brand_id, no);

CREATE TABLE template (
  id text COLLATE "C" PRIMARY KEY, kind text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" REFERENCES brand ON DELETE CASCADE, name text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL, body text COLLATE "C" NOT NULL, recipients text COLLATE "C" NOT NULL,
  updated_at_ms bigint NOT NULL, sent_at_ms bigint, intent_ids text COLLATE "C" NOT NULL,
  is_shared bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE outreach_pace (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  spacing_ms double precision NOT NULL, at_ms bigint NOT NULL
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
  changed_by text COLLATE "C", changed_at_ms bigint, accepted text COLLATE "C", hash text COLLATE "C"
);
CREATE INDEX intent_to_send ON intent (no) WHERE state IN ('ready', 'in_flight');
CREATE INDEX intent_unsent ON intent (made_by) WHERE state IN ('held', 'ready', 'in_flight');

CREATE TABLE intent_call (
  no bigint PRIMARY KEY, intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE,
  call_no bigint NOT NULL, first_item bigint NOT NULL, payloads text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" NOT NULL, UNIQUE (intent_no, call_no)
);

CREATE TABLE intent_item (
  intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE, item bigint NOT NULL,
  call_no bigint NOT NULL, subject text COLLATE "C" NOT NULL, state text COLLATE "C" NOT NULL,
  reason text COLLATE "C", result text COLLATE "C" NOT NULL, contact_id text COLLATE "C",
  brand_id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, after_no bigint,
  PRIMARY KEY (intent_no, item)
);

-- One open pitch for each brand and contact, from whichever desk; an unknown one counts as open.
CREATE UNIQUE INDEX intent_item_open_pitch ON intent_item (brand_id, contact_id)
  WHERE kind = 'queue' AND contact_id IS NOT NULL AND state IN ('waiting', 'in_flight', 'unknown');
CREATE INDEX intent_item_of_contact ON intent_item (brand_id, contact_id, intent_no)
  WHERE kind = 'queue' AND contact_id IS NOT NULL;
CREATE INDEX intent_item_in_flight ON intent_item (intent_no) WHERE state = 'in_flight';

-- In core.db the number of an act is its whole key: the same one from two desks would fit into no mirror.
CREATE TABLE intent_act (
  intent_no bigint NOT NULL REFERENCES intent ON DELETE CASCADE, no bigint NOT NULL UNIQUE, at_ms bigint NOT NULL,
  person text COLLATE "C", act text COLLATE "C" NOT NULL, brand_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C",
  PRIMARY KEY (intent_no, no)
);

CREATE TABLE intent_claim (
  intent_no bigint PRIMARY KEY REFERENCES intent ON DELETE CASCADE, desk_no bigint NOT NULL, until_ms bigint NOT NULL,
  brand_id text COLLATE "C" NOT NULL
);

CREATE TABLE credit_budget (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE,
  monthly_budget bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C",
  changed_at_ms bigint
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
  since_ms bigint NOT NULL, refunded double precision NOT NULL DEFAULT 0,
  refunded_before double precision NOT NULL DEFAULT 0, PRIMARY KEY (credit_no, prospect_id)
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

CREATE TABLE person (
  login text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, role text COLLATE "C" NOT NULL,
  all_brands bigint NOT NULL, removed_at_ms bigint
);

CREATE TABLE person_brand (
  login text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, PRIMARY KEY (login, brand_id)
);

CREATE TABLE brand_rule (
  brand_id text COLLATE "C" PRIMARY KEY REFERENCES brand ON DELETE CASCADE, needs_approval bigint NOT NULL
);

CREATE TABLE report_template (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL, compare text COLLATE "C" NOT NULL, sections text COLLATE "C" NOT NULL,
  summary text COLLATE "C" NOT NULL, next_steps text COLLATE "C" NOT NULL, updated_at_ms bigint NOT NULL,
  made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE report_branding (
  id text COLLATE "C" PRIMARY KEY, brand_id text COLLATE "C" REFERENCES brand ON DELETE CASCADE,
  name text COLLATE "C", logo text COLLATE "C", colour text COLLATE "C", footer text COLLATE "C",
  made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE report_schedule (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, template_id text COLLATE "C" NOT NULL,
  brands text COLLATE "C" NOT NULL, day_of_month bigint NOT NULL, formats text COLLATE "C" NOT NULL,
  as_zip bigint NOT NULL, is_on bigint NOT NULL, desk_no bigint NOT NULL, last_month text COLLATE "C"
);

CREATE TABLE playbook (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, description text COLLATE "C" NOT NULL,
  steps text COLLATE "C" NOT NULL, updated_at_ms bigint NOT NULL, made_by text COLLATE "C",
  changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE annotation (
  id text COLLATE "C" PRIMARY KEY, note_id text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" REFERENCES brand ON DELETE CASCADE, day bigint NOT NULL, until_day bigint NOT NULL,
  keyword text COLLATE "C", page text COLLATE "C", text text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE visibility_version (
  no bigint PRIMARY KEY, brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  at_ms bigint NOT NULL, is_by_desk bigint NOT NULL, models text COLLATE "C", interval_days bigint,
  made_by text COLLATE "C", changed_by text COLLATE "C", changed_at_ms bigint
);

CREATE TABLE alert_rule (
  id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, scope text COLLATE "C" NOT NULL,
  tag text COLLATE "C", condition text COLLATE "C" NOT NULL, filter text COLLATE "C" NOT NULL, is_on bigint NOT NULL,
  muted_until text COLLATE "C", made_at_ms bigint NOT NULL, made_by text COLLATE "C", changed_by text COLLATE "C",
  changed_at_ms bigint
);

CREATE TABLE alert_rule_brand (
  rule_id text COLLATE "C" NOT NULL,
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE, PRIMARY KEY (rule_id, brand_id)
);

CREATE TABLE webhook_provider (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  provider text COLLATE "C" NOT NULL, is_on bigint NOT NULL, PRIMARY KEY (brand_id, provider)
);

-- The tables of the team in the order of writing: a brand before what belongs to it.
CREATE TABLE team_table (
  name text PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY UNIQUE, key_columns text[] NOT NULL,
  brand_column text
);
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
  ('audit_site', '{brand_id}', 'brand_id'),
  ('person', '{login}', NULL),
  ('person_brand', '{login,brand_id}', 'brand_id'),
  ('brand_rule', '{brand_id}', 'brand_id'),
  ('report_template', '{id}', NULL),
  ('report_branding', '{id}', 'brand_id'),
  ('report_schedule', '{id}', NULL),
  ('playbook', '{id}', NULL),
  ('annotation', '{id}', 'brand_id'),
  ('visibility_version', '{no}', 'brand_id'),
  ('alert_rule', '{id}', NULL),
  ('alert_rule_brand', '{rule_id,brand_id}', 'brand_id'),
  ('webhook_provider', '{brand_id,provider}', 'brand_id');
`
