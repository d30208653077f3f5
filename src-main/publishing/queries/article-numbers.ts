import type { RoomMigration } from '../../store/migrate.ts'

/** An article's number is its id to the person and to scripts, so none is used twice, also after a brand was removed. */
export const articleNumbers: RoomMigration = {
  name: 'article-numbers',
  landed: '137b5db380ed0d64',
  up: (db) =>
    db.exec(`
      CREATE TABLE article_numbered (
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
      INSERT INTO article_numbered
        SELECT no, brand_id, slug, provider, status, is_scheduled, at_ms, state, intent_no, item, post_id, post_url, reason,
          created_at_ms, delivery_id, confirmed_at_ms
        FROM article ORDER BY no;
      DROP TABLE article;
      ALTER TABLE article_numbered RENAME TO article;
      CREATE INDEX article_by_slug ON article (brand_id, slug);
      CREATE INDEX article_by_time ON article (at_ms);
      CREATE UNIQUE INDEX article_by_item ON article (intent_no, item);
    `),
}
