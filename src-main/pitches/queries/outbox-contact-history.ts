// Earlier pitches to the same people, or to others at the same sites, from the cached outboxes of all brands.

import { SAME_ADDRESS, SAME_SITE } from '../../prospects/public.ts'
import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type ContactHistoryRow = {
  readonly contactId: string
  readonly byBrandId: string
  readonly match: 'person' | 'domain'
  /** null if the service gives no time. */
  readonly atMs: number | null
  readonly isWaiting: boolean
  readonly subject: string | null
}
type Row = Omit<ContactHistoryRow, 'isWaiting'> & { readonly isWaiting: number; readonly newest: number }

/** What is to be sent comes before what was; then the newest. */
export const inOrder = <One extends Pick<ContactHistoryRow, 'isWaiting' | 'atMs'>>(rows: readonly One[]): One[] =>
  rows.toSorted((one, other) => Number(other.isWaiting) - Number(one.isWaiting) || (other.atMs ?? 0) - (one.atMs ?? 0))

/** The newest queued and the newest sent pitch of each brand. SQLite takes the other columns from the row of the maximum. */
const NEWEST = `SELECT c.id AS contactId, (SELECT id FROM brand WHERE no = o.brand_no) AS byBrandId,
  max(coalesce(o.sent_at_ms, o.scheduled_at_ms, 0)) AS newest,
  coalesce(o.sent_at_ms, o.scheduled_at_ms) AS atMs, o.is_waiting AS isWaiting, o.subject AS subject`
const OUTBOX = 'CROSS JOIN outbox AS o ON o.brand_no = other.brand_no AND o.contact_id = other.id'
const EACH = 'GROUP BY c.id, o.brand_no, o.is_waiting'

const PERSON = `${NEWEST}, 'person' AS match FROM ${SAME_ADDRESS} ${OUTBOX} ${EACH}`
const DOMAIN = `${NEWEST}, 'domain' AS match FROM ${SAME_SITE} ${OUTBOX} ${EACH}`

/** At most one queued and one sent pitch per contact, brand and match. Throws not-found for an unknown brand. */
export const outboxContactHistory = (
  db: ReadableDb,
  { brandId, contactIds }: { brandId: string; contactIds: readonly string[] },
): ContactHistoryRow[] => {
  assertBrand(db, brandId)
  const args = { ids: JSON.stringify([...new Set(contactIds)]), brand: findBrandNo(db, brandId) }
  return inOrder(
    [PERSON, DOMAIN]
      .flatMap((sql) => prepared<Row>(db.cache, sql).all(args))
      .map(({ newest: _, ...row }) => ({ ...row, isWaiting: row.isWaiting === 1 })),
  )
}
