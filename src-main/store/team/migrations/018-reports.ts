import type { TeamMigration } from '../migration.ts'

/** How the agency's reports look and what is in them. Which reports were made is of the desk that has their files. */
export const reportTables: TeamMigration = {
  name: 'reports',
  landed: '55c717cf68feff80',
  sql: `
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
INSERT INTO team_table (name, key_columns, brand_column) VALUES
  ('report_template', '{id}', NULL), ('report_branding', '{id}', 'brand_id'), ('report_schedule', '{id}', NULL);
DO $rights$
DECLARE
  step record;
  reader text := quote_ident(role_of_team('reader'));
  writer text := quote_ident(role_of_team('writer'));
BEGIN
  FOR step IN SELECT name, brand_column FROM team_table
    WHERE name IN ('report_template', 'report_branding', 'report_schedule') ORDER BY place LOOP
    PERFORM note_changes_of(step.name), make_writes_of(step.name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', step.name);
    EXECUTE format('CREATE POLICY by_brand ON %I USING (%s)', step.name, CASE
      WHEN step.brand_column IS NULL THEN '(SELECT sees_all()) IS NOT NULL'
      ELSE format('CASE WHEN (SELECT sees_all()) THEN true ELSE %1$I IS NULL OR %1$I = ANY ((SELECT my_brands())::text[]) END',
        step.brand_column) END);
    EXECUTE format('GRANT SELECT ON %I TO ', step.name) || reader;
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %I TO ', step.name) || writer;
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I, %I TO ', 'put_' || step.name, 'drop_' || step.name) || writer;
    IF step.name <> 'report_schedule' THEN
      EXECUTE format('CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard_signature()',
        step.name);
    END IF;
  END LOOP;
END $rights$;
`,
}
