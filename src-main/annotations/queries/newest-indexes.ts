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
