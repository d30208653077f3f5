import type { Migration } from '../../migrate.ts'

/** Whom an item writes to, apart from what its call sends: by it the pitches of one contact are found among thousands. */
export const pitchContacts: Migration = {
  name: 'pitch contacts',
  up: (db) =>
    db.exec(`
      ALTER TABLE intent_item ADD COLUMN contact_id TEXT;
      UPDATE intent_item SET contact_id = sent.contact_id
        FROM (SELECT intent_no, first_item + pitch.key AS item, pitch.value ->> 'prospectEmailId' AS contact_id
          FROM intent_call CROSS JOIN json_each(payloads) AS pitch
          WHERE intent_no IN (SELECT no FROM intent WHERE kind = 'queue')) AS sent
        WHERE intent_item.intent_no = sent.intent_no AND intent_item.item = sent.item;
      CREATE INDEX intent_item_by_contact ON intent_item (contact_id) WHERE contact_id IS NOT NULL;
    `),
}
