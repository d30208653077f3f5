// Addresses at which the last pitch bounced and that are not suppressed: a person may suppress them, the desk never does.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { toInstant } from '../../base/clock.ts'
import { joinContact } from '../../prospects/public.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { suppressionsOf } from '../../suppressions/public.ts'
import { BOUNCED } from './outcomes.ts'

/** As many as can be suppressed at once. */
const MAX = 10_000

type Row = { readonly email: string; readonly domain: string | null; readonly atMs: number | null }

/** A pitch that arrived later proves the address. */
const sql = (where: string): string => `
  SELECT contact.email_key AS email, contact.domain, max(bounced.sent_at_ms) AS atMs
  FROM (SELECT brand_no, contact_id, sent_at_ms FROM outbox WHERE ${where} AND is_waiting = 0 AND ${BOUNCED}) AS bounced
    ${joinContact('bounced.brand_no', 'bounced.contact_id')}
  WHERE contact.email_key <> '' AND NOT EXISTS (SELECT 1 FROM outbox AS later
    WHERE later.brand_no = bounced.brand_no AND later.contact_id = bounced.contact_id AND later.is_waiting = 0
      AND later.sent_at_ms > bounced.sent_at_ms AND NOT later.${BOUNCED})
  GROUP BY contact.email_key ORDER BY atMs DESC, email LIMIT ${MAX}`

/** The latest first. */
export const bouncedAddresses = (
  db: ReadableDb,
  { brandIds }: { brandIds: 'all' | readonly string[] },
): CallOutput<'outreach.bounced'> => {
  const scope = brandScope(db, brandIds)
  const rows = prepared<Row>(db.cache, sql(scope.sql)).all(...scope.params)
  const suppressed = suppressionsOf(db, { contacts: rows })
  const addresses = rows.flatMap(({ email, atMs }, index) =>
    suppressed[index] === null ? [{ email, at: atMs === null ? null : toInstant(atMs) }] : [],
  )
  return { addresses }
}
