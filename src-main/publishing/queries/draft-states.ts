import type { RoomMigration } from '../../store/migrate.ts'

/**
 * A draft was kept as published: asked for as one, or made one by the platform as its reply says. And a delivery took a
 * schedule on another platform, whose time was still to come, as published.
 */
export const draftStates: RoomMigration = {
  name: 'draft-states',
  landed: 'fc5de38e162fdd18',
  up: (db) =>
    db.exec(`
      UPDATE article SET status = 'draft' WHERE state = 'published' AND status = 'publish' AND is_scheduled = 0
        AND EXISTS (SELECT 1 FROM intent_item t WHERE t.intent_no = article.intent_no AND t.item = article.item
          AND lower(trim(t.result ->> 'status')) = 'draft');
      UPDATE article SET state = 'draft', delivery_id = NULL, confirmed_at_ms = NULL
        WHERE state = 'published' AND status = 'draft';
      UPDATE article SET state = 'scheduled', delivery_id = NULL, confirmed_at_ms = NULL
        WHERE state = 'published' AND is_scheduled = 1 AND provider <> 'webhook' AND confirmed_at_ms < at_ms;
    `),
}
