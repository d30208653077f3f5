import type { Migration } from '../../migrate.ts'

/** A draft that was queued leaves the drafts: when, and as which intents (their ids, as JSON). */
export const sentDrafts: Migration = {
  name: 'sent-drafts',
  up: (db) =>
    db.exec(`
      ALTER TABLE template ADD COLUMN sent_at_ms INTEGER;
      ALTER TABLE template ADD COLUMN intent_ids TEXT NOT NULL DEFAULT '[]';
    `),
}
