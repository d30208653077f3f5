/**
 * People log in as themselves. Their role is a role of PostgreSQL, their brands are rows, and both are checked for each
 * statement: a removed person's next one fails, also in an open session. What a person may not see is not there for them,
 * in tables of brands and in the list of changes.
 */
export const policies = `
-- A row of no brand is for everybody of the team. The sub-selects run once a statement.
DO $policies$
DECLARE
  step record;
  named text;
BEGIN
  FOR step IN
    SELECT name, brand_column FROM team_table WHERE name NOT IN ('person', 'person_brand', 'report_schedule')
    UNION ALL SELECT 'change', 'brand_id' UNION ALL SELECT 'desk_key', 'brand_id'
  LOOP
    EXECUTE format('CREATE POLICY by_brand ON %I USING (%s)', step.name, CASE
      WHEN step.brand_column IS NULL THEN '(SELECT sees_all()) IS NOT NULL'
      ELSE format('CASE WHEN (SELECT sees_all()) THEN true ELSE %1$I IS NULL OR %1$I = ANY ((SELECT my_brands())::text[]) END',
        step.brand_column) END);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['day', 'day_text', 'fetched', 'reply'] LOOP
    EXECUTE format('CREATE POLICY by_brand ON %I USING (
      CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id = ANY ((SELECT my_brands())::text[]) END)', named);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['person', 'head', 'commit', 'desk'] LOOP
    EXECUTE format('CREATE POLICY of_the_team ON %I USING ((SELECT sees_all()) IS NOT NULL)', named);
  END LOOP;
END $policies$;
CREATE POLICY new_brand ON brand FOR INSERT WITH CHECK ((SELECT sees_all()) IS NOT NULL);

-- Who sees which brand: a row of that brand. A person hears of their own rows, also once the brand is not theirs.
CREATE POLICY by_brand ON person_brand FOR SELECT USING (login = session_user
  OR CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id = ANY ((SELECT my_brands())::text[]) END);
CREATE POLICY of_the_team ON person_brand FOR INSERT WITH CHECK ((SELECT sees_all()) IS NOT NULL);
CREATE POLICY of_the_own_brand ON person_brand AS RESTRICTIVE FOR INSERT
  WITH CHECK (login = session_user AND is_new_brand(brand_id));
CREATE POLICY own_brands ON change FOR SELECT
  USING ((SELECT sees_all()) IS NOT NULL AND tbl = 'person_brand' AND key::jsonb ->> 0 = session_user);

-- A schedule names its brands in a list: who sees all of them sees it.
CREATE POLICY by_brand ON report_schedule USING (CASE WHEN (SELECT sees_all()) THEN true ELSE sees_list(brands) END);

-- A rule of rows counts where it is switched on.
DO $enable$
DECLARE
  named text;
BEGIN
  FOR named IN SELECT DISTINCT tablename FROM pg_policies WHERE schemaname = 'agency_desk' LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
  END LOOP;
END $enable$;
`
