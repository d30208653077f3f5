import type { TeamMigration } from '../migration.ts'

/** Rules of alerts, and the brands that a rule names: a person sees those of their own brands. */
export const alertRules: TeamMigration = {
  name: 'alert-rules',
  landed: '41ddcdeb00120545',
  sql: `
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
INSERT INTO team_table (name, key_columns, brand_column) VALUES
  ('alert_rule', '{id}', NULL), ('alert_rule_brand', '{rule_id,brand_id}', 'brand_id');
SELECT note_changes_of(name), make_writes_of(name) FROM team_table WHERE name IN ('alert_rule', 'alert_rule_brand');

ALTER TABLE alert_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_brand ON alert_rule USING ((SELECT sees_all()) IS NOT NULL);
ALTER TABLE alert_rule_brand ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_brand ON alert_rule_brand
  USING (CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id IS NULL OR brand_id = ANY ((SELECT my_brands())::text[]) END);
CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON alert_rule FOR EACH ROW EXECUTE FUNCTION guard_signature();

DO $grants$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['alert_rule', 'alert_rule_brand'] LOOP
    EXECUTE format('GRANT SELECT ON %I TO ', named) || quote_ident(role_of_team('reader'));
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %I TO ', named) || quote_ident(role_of_team('writer'));
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I, %I TO ', 'put_' || named, 'drop_' || named)
      || quote_ident(role_of_team('writer'));
  END LOOP;
END $grants$;
`,
}
