import type { TeamMigration } from '../migration.ts'

/**
 * Which platforms of a brand report by webhook. And, as core.db does it: a draft was kept as published, and a delivery took a
 * schedule on another platform, whose time was still to come, as published.
 */
export const articleStates: TeamMigration = {
  name: 'article-states',
  landed: '29c87c36a6865423',
  sql: `
CREATE TABLE webhook_provider (
  brand_id text COLLATE "C" NOT NULL REFERENCES brand ON DELETE CASCADE,
  provider text COLLATE "C" NOT NULL, is_on bigint NOT NULL, PRIMARY KEY (brand_id, provider)
);
INSERT INTO team_table (name, key_columns, brand_column) VALUES ('webhook_provider', '{brand_id,provider}', 'brand_id');
SELECT note_changes_of('webhook_provider'), make_writes_of('webhook_provider');
ALTER TABLE webhook_provider ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_brand ON webhook_provider
  USING (CASE WHEN (SELECT sees_all()) THEN true ELSE brand_id IS NULL OR brand_id = ANY ((SELECT my_brands())::text[]) END);
DO $grants$
DECLARE
  writer text := quote_ident(role_of_team('writer'));
BEGIN
  EXECUTE 'GRANT SELECT ON webhook_provider TO ' || quote_ident(role_of_team('reader'));
  EXECUTE 'GRANT INSERT, UPDATE, DELETE ON webhook_provider TO ' || writer;
  EXECUTE 'GRANT EXECUTE ON FUNCTION put_webhook_provider, drop_webhook_provider TO ' || writer;
END $grants$;

UPDATE article a SET status = 'draft' WHERE state = 'published' AND status = 'publish' AND is_scheduled = 0
  AND EXISTS (SELECT FROM intent_item t WHERE t.intent_no = a.intent_no AND t.item = a.item
    AND lower(btrim(t.result::json ->> 'status')) = 'draft');
UPDATE article SET state = 'draft', delivery_id = NULL, confirmed_at_ms = NULL
  WHERE state = 'published' AND status = 'draft';
UPDATE article SET state = 'scheduled', delivery_id = NULL, confirmed_at_ms = NULL
  WHERE state = 'published' AND is_scheduled = 1 AND provider <> 'webhook' AND confirmed_at_ms < at_ms;
`,
}
