import type { Migration } from '../../migrate.ts'

/**
 * Each going-out of an article that the desk knows of: one row an item of a publish or schedule, and one where a webhook
 * told of an article that this desk did not send (no intent). `at_ms` is when it goes or went out.
 */
export const articles: Migration = {
  name: 'articles',
  up: (db) =>
    db.exec(`
      CREATE TABLE article (
        no INTEGER PRIMARY KEY,
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
    `),
}
