import type { RoomMigration } from '../../store/migrate.ts'

/**
 * What the newest annotations are found by: notes, and rows of the rooms whose events are listed beside them. The terms are
 * those of the queries in these rooms.
 */
export const newestIndexes: RoomMigration = {
  name: 'newest annotations',
  landed: 'ef4fa6132eef2498',
  up: (db) =>
    db.exec(`CREATE INDEX annotation_by_day ON annotation (day, created_at_ms, note_id, until_day);
    CREATE INDEX annotation_by_brand ON annotation (brand_id, day);
    CREATE INDEX article_out ON article (is_scheduled, coalesce(confirmed_at_ms, at_ms), no, state, status);
    CREATE INDEX intent_by_end ON intent (kind, coalesce(ended_at_ms, sent_at_ms, created_at_ms));
    CREATE INDEX audit_done ON audit (at_ms) WHERE state = 'done'`),
}

/**
 * What a desk with 100,000 notes, 20,000 actions and 10,000 alerts would read whole tables for: the newest notes of one brand,
 * actions with an unknown end, alerts by day, and
 * articles by the time that the calendar shows.
 */
export const largeFolderIndexes: RoomMigration = {
  name: 'large folder',
  landed: '6e0c0770bfa78d7c',
  up: (db) =>
    db.exec(`DROP INDEX annotation_by_brand;
    CREATE INDEX annotation_by_brand ON annotation (brand_id, day, created_at_ms, note_id, until_day);
    CREATE INDEX intent_unknown ON intent (no) WHERE unknown > 0;
    CREATE INDEX alert_by_day ON alert (day);
    CREATE INDEX article_shown ON article
      (CASE WHEN state = 'published' THEN coalesce(confirmed_at_ms, at_ms) ELSE at_ms END)`),
}

/** The newest articles of one brand and their number, without a look at its others: a brand may have tens of thousands. */
export const brandArticleIndex: RoomMigration = {
  name: 'articles of a brand by time',
  landed: 'c4402a5ddd5a14da',
  up: (db) =>
    db.exec(`CREATE INDEX article_out_of_brand ON article
      (brand_id, is_scheduled, coalesce(confirmed_at_ms, at_ms), no, state, status)`),
}
