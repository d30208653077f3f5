import { prepared, type ReadableDb } from '../../store/db.ts'
import { instantMs } from './outbox-rows.ts'

export type ReplyEvent = {
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  /** False: the service does not say when the reply came, and this is when the pitch was sent. */
  readonly isTimeOfReply: boolean
  readonly subject: string | null
  readonly site: string | null
}
type Row = Omit<ReplyEvent, 'isTimeOfReply' | 'atMs'> & {
  readonly status: string
  readonly sentAtMs: number | null
  readonly raw: string
}

/** "not replied", "pending reply" and "no reply" are none. */
const REPLIED = /(^|[^a-z])replied([^a-z]|$)/i
const NOT_YET = /\b(not|no|never|pending|awaiting|waiting)\b/i
export const isReplied = (status: string): boolean => {
  const words = status.replaceAll(/[_-]+/g, ' ')
  return REPLIED.test(words) && !NOT_YET.test(words)
}

/** Fields that may hold the time of a reply; the interface leaves this open. */
const TIME_FIELDS = ['repliedAt', 'replyAt', 'replyReceivedAt', 'lastReplyAt']
const timeOfReply = (raw: string): number | null => {
  const item = JSON.parse(raw) as Readonly<Record<string, unknown>> // as ingestOutbox wrote it
  const given = TIME_FIELDS.map((field) => item[field]).find((value) => typeof value === 'string')
  return typeof given === 'string' ? instantMs(given) : null
}

const REPLIES = `SELECT o.id, b.id AS brandId, o.subject, o.status, o.sent_at_ms AS sentAtMs, o.raw,
    (SELECT domain FROM contact c WHERE c.brand_no = o.brand_no AND c.id = o.contact_id) AS site
  FROM json_each(@brandIds) j CROSS JOIN brand b ON b.id = j.value
  CROSS JOIN outbox o ON o.brand_no = b.no AND o.status LIKE '%replied%'`

/** Pitches that the cached outbox calls replied, as far as it says when. */
export const replyEvents = (
  { cache }: ReadableDb,
  { brandIds, fromMs, untilMs }: { brandIds: readonly string[]; fromMs: number; untilMs: number },
): ReplyEvent[] =>
  prepared<Row>(cache, REPLIES)
    .all({ brandIds: JSON.stringify(brandIds) })
    .flatMap(({ status, sentAtMs, raw, ...row }) => {
      if (!isReplied(status)) return []
      const repliedMs = timeOfReply(raw)
      const atMs = repliedMs ?? sentAtMs
      if (atMs === null || atMs < fromMs || atMs >= untilMs) return []
      return [{ ...row, atMs, isTimeOfReply: repliedMs !== null }]
    })
