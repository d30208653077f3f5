import { ofContact } from '../../prospects/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { Condition } from '../../store/search-text.ts'
import { countTimed, type EventsOf, newestRows, type TimedRows } from '../../store/time-span.ts'

type ReplyEvent = {
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  /** 0: the service does not say when the reply came, and this is when the desk saw it. */
  readonly isTimeOfReply: number
  readonly subject: string | null
  readonly site: string | null
}

const REPLIES: TimedRows = {
  columns: `o.id, (SELECT id FROM brand WHERE no = o.brand_no) AS brandId, o.subject, o.is_time_of_reply AS isTimeOfReply,
    ${ofContact('c.domain', 'o.brand_no', 'o.contact_id')} AS site`,
  from: 'outbox o',
  ofBrands: 'o.brand_no IN (SELECT no FROM brand WHERE id IN (SELECT value FROM json_each(?)))',
  at: 'o.replied_at_ms',
  tie: 'o.no DESC',
  // An earlier version kept the time of sending where the service does not say when the reply came.
  where: 'o.replied_at_ms IS NOT NULL AND (o.is_time_of_reply = 1 OR o.replied_at_ms IS NOT o.sent_at_ms)',
}

/** SQL of what a sentence about a reply names; `site` is made of the site's own SQL. */
const FIELDS = {
  subject: 'o.subject',
  isTimeOfReply: 'o.is_time_of_reply',
  site: (toText: (site: string) => string) => ofContact(toText('c.domain'), 'o.brand_no', 'o.contact_id'),
}

/** Pitches that the cached outbox calls replied, as far as it says when. */
export const replyEvents = (
  { cache }: ReadableDb,
  says?: (fields: typeof FIELDS) => Condition,
): EventsOf<ReplyEvent> => {
  const narrow = says?.(FIELDS)
  return {
    newest: (span) => newestRows<ReplyEvent>(cache, REPLIES, { ...span, narrow }),
    count: (span) => countTimed(cache, REPLIES, { ...span, narrow }),
  }
}
