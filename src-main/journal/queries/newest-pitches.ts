import { prepared, type ReadableDb } from '../../store/db.ts'
import type { RoomMigration } from '../../store/migrate.ts'

/**
 * `after_no`: the intent of the newest pitch to this contact that its desk knew when it checked; null: it knew none. Previews
 * that are there already know what the desk knows by now.
 */
export const afterNumbers: RoomMigration = {
  name: 'after-numbers',
  landed: '3b1666d9d1fce2d6',
  up: (db) =>
    db.exec(`
      ALTER TABLE intent_item ADD COLUMN after_no INTEGER;
      ALTER TABLE preview_row ADD COLUMN after_no INTEGER;
      UPDATE preview_row SET after_no = (
        SELECT max(i.no) FROM intent_item t JOIN intent i ON i.no = t.intent_no
        WHERE t.contact_id = preview_row.contact_id AND i.brand_id = preview_row.brand_id AND i.kind = 'queue');
    `),
}

const NEWEST = `
  SELECT t.contact_id AS contactId, max(i.no) AS no
  FROM json_each(@ids) AS sought
    CROSS JOIN intent_item AS t ON t.contact_id = sought.value
    CROSS JOIN intent AS i ON i.no = t.intent_no
  WHERE i.brand_id = @brandId AND i.kind = 'queue' GROUP BY t.contact_id`

/** The intent of the newest pitch of the brand to each of these contacts, open or ended; contacts without one are left out. */
export const newestPitches = (
  { core }: ReadableDb,
  { brandId, ids }: { readonly brandId: string; readonly ids: readonly string[] },
): ReadonlyMap<string, number> =>
  new Map(
    prepared<{ contactId: string; no: number }>(core, NEWEST)
      .all({ brandId, ids: JSON.stringify(ids) })
      .map(({ contactId, no }) => [contactId, no]),
  )
