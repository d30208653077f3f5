import type { RoomSchema } from '../../store/migrate.ts'
import { ARTICLE_CHANGES } from './article-changes.ts'

export const publishingSchema: RoomSchema = {
  core: `
    CREATE TABLE article (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      slug TEXT NOT NULL,
      provider TEXT NOT NULL,
      status TEXT NOT NULL,
      is_scheduled INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      state TEXT NOT NULL,
      intent_no INTEGER,
      item INTEGER,
      post_id TEXT,
      post_url TEXT,
      reason TEXT,
      created_at_ms INTEGER NOT NULL,
      delivery_id TEXT,
      confirmed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX article_by_slug ON article (brand_id, slug);
    CREATE INDEX article_by_time ON article (at_ms);
    CREATE UNIQUE INDEX article_by_item ON article (intent_no, item);
    -- The newest of all brands, and of one brand without a look at its others: a brand may have tens of thousands.
    CREATE INDEX article_out ON article (is_scheduled, coalesce(confirmed_at_ms, at_ms), no, state, status);
    -- By the time that the calendar shows.
    CREATE INDEX article_shown ON article
      (CASE WHEN state = 'published' THEN coalesce(confirmed_at_ms, at_ms) ELSE at_ms END);
    CREATE INDEX article_out_of_brand ON article
      (brand_id, is_scheduled, coalesce(confirmed_at_ms, at_ms), no, state, status);

    ${ARTICLE_CHANGES}
  `,
}
