import type { TeamMigration } from '../migration.ts'

/**
 * Notes on days, a row for each brand, so that the rule for rows holds for them; a note of all brands is everybody's. And
 * what AI tracking of a brand was set to.
 */
export const annotations: TeamMigration = {
  name: 'annotations',
  landed: '09c2a0f08e8e0d2f',
  sql: `
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
INSERT INTO team_table (name, key_columns, brand_column) VALUES
  ('annotation', '{id}', 'brand_id'), ('visibility_version', '{no}', 'brand_id');
SELECT note_changes_of(name), make_writes_of(name) FROM team_table WHERE name IN ('annotation', 'visibility_version');

DO $rights$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['annotation', 'visibility_version'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY by_brand ON %I USING (CASE WHEN (SELECT sees_all()) THEN true
      ELSE brand_id IS NULL OR brand_id = ANY ((SELECT my_brands())::text[]) END)', named);
    EXECUTE format('CREATE TRIGGER guard_signature BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION guard_signature()',
      named);
    EXECUTE format('GRANT SELECT ON %I TO ', named) || quote_ident(role_of_team('reader'));
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %I TO ', named) || quote_ident(role_of_team('writer'));
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I, %I TO ', 'put_' || named, 'drop_' || named)
      || quote_ident(role_of_team('writer'));
  END LOOP;
END $rights$;
`,
}
