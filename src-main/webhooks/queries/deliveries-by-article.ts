import type { RoomMigration } from '../../store/migrate.ts'

/** The title of an article is that of its newest delivery: without this, each article read all deliveries of its brand. */
export const deliveriesByArticle: RoomMigration = {
  name: 'deliveries-by-article',
  landed: 'f4e097062374d137',
  up: (db) => db.exec("CREATE INDEX delivery_by_article ON delivery (brand_id, slug) WHERE status = 'accepted'"),
}
