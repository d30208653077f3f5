import type { TeamMigration } from '../migration.ts'

/**
 * A shared draft belongs to one brand, and so do all its people. Otherwise a person who
 * sees some brands only would read contacts of others. A template without a brand is for all, and names nobody.
 */
export const sharedDrafts: TeamMigration = {
  name: 'shared-drafts',
  landed: '51bece8497847e04',
  sql: `
CREATE FUNCTION people_are_of(p_recipients text, p_brand text) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = agency_desk, pg_temp
  RETURN NOT EXISTS (SELECT FROM jsonb_array_elements(p_recipients::jsonb) one
    WHERE p_brand IS NULL OR one ->> 'brandId' IS DISTINCT FROM p_brand);

ALTER TABLE template ADD CONSTRAINT template_of_one_brand
  CHECK ((kind <> 'draft' OR brand_id IS NOT NULL) AND people_are_of(recipients, brand_id));
DO $grants$
BEGIN
  EXECUTE 'GRANT EXECUTE ON FUNCTION people_are_of TO ' || quote_ident(role_of_team('writer'));
END $grants$;
`,
}
