import { prepared, type ReadableDb } from '../../store/db.ts'

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
