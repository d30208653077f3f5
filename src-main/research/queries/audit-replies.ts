// What the service said in an audit, whole: the interface names only the totals, and a reply may hold more.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** Characters of JSON. A longer reply is not kept: its totals are. */
const MAX = 500_000

export const saveAuditReply = (
  { core }: WritableDb,
  { no, brandId, reply }: { no: number; brandId: string; reply: string },
): void => {
  if (reply.length > MAX) return
  prepared(core, 'INSERT OR REPLACE INTO audit_reply (audit_no, brand_id, reply) VALUES (?, ?, ?)').run(
    no,
    brandId,
    reply,
  )
}

const REPLY = 'SELECT reply FROM audit_reply WHERE audit_no = ?'
const AUDIT = 'SELECT no, brand_id AS brandId, url FROM audit WHERE no = ?'
const BEFORE = `SELECT no FROM audit WHERE brand_id = ? AND url = ? AND no < ? AND state = 'done' ORDER BY no DESC LIMIT 1`

export type StoredReply = {
  readonly brandId: string
  /** null: none was kept. */
  readonly reply: unknown
  /** Of the audit of the same site before; null: there is none, or its reply was not kept. */
  readonly before: unknown
}

/** Throws not-found. */
export const auditReply = ({ core }: ReadableDb, { no }: { no: number }): StoredReply => {
  const audit = prepared<{ no: number; brandId: string; url: string }>(core, AUDIT).get(no)
  if (audit === undefined) throw new DeskError('not-found', 'There is no such audit. Its brand may have been removed.')
  const replyOf = (of: number | undefined): unknown => {
    const row = of === undefined ? undefined : prepared<{ reply: string }>(core, REPLY).get(of)
    return row === undefined ? null : JSON.parse(row.reply)
  }
  const before = prepared<{ no: number }>(core, BEFORE).get(audit.brandId, audit.url, audit.no)
  return { brandId: audit.brandId, reply: replyOf(audit.no), before: replyOf(before?.no) }
}
