import { ofContact } from '../../prospects/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { RoomMigration } from '../../store/migrate.ts'
import { countTimed, type EventsOf, newestRows, type TimedRows } from '../../store/time-span.ts'
import { replyOf } from '../rules/replies.ts'

/** `replied_at_ms`: as rules/replies.ts works it out of the rest of the row. */
export const replyTimes: RoomMigration = {
  name: 'reply times',
  landed: '5c9dcdb839077f7f',
  up: (db) => {
    db.exec(`ALTER TABLE outbox ADD COLUMN replied_at_ms INTEGER;
      ALTER TABLE outbox ADD COLUMN is_time_of_reply INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX outbox_by_reply ON outbox (replied_at_ms) WHERE replied_at_ms IS NOT NULL;
      CREATE INDEX outbox_by_brand_reply ON outbox (brand_no, replied_at_ms) WHERE replied_at_ms IS NOT NULL`)
    type Row = { readonly no: number; readonly status: string; readonly sentAtMs: number | null; readonly raw: string }
    const rows = db.prepare<unknown[], Row>(
      "SELECT no, status, sent_at_ms AS sentAtMs, raw FROM outbox WHERE status LIKE '%replied%'",
    )
    const save = db.prepare(
      'UPDATE outbox SET replied_at_ms = @repliedAtMs, is_time_of_reply = @isTimeOfReply WHERE no = @no',
    )
    for (const { no, status, sentAtMs, raw } of rows.all())
      save.run({ no, ...replyOf({ status, sentAtMs, item: JSON.parse(raw) as object }) }) // as ingestOutbox wrote it
  },
}

type ReplyEvent = {
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  /** 0: the service does not say when the reply came, and this is when the pitch was sent. */
  readonly isTimeOfReply: number
  readonly subject: string | null
  readonly site: string | null
}

const REPLIES: TimedRows = {
  columns: `o.id, (SELECT id FROM brand WHERE no = o.brand_no) AS brandId, o.subject, o.is_time_of_reply AS isTimeOfReply,
    ${ofContact('domain', 'o.brand_no', 'o.contact_id')} AS site`,
  from: 'outbox o',
  ofBrands: 'o.brand_no IN (SELECT no FROM brand WHERE id IN (SELECT value FROM json_each(?)))',
  at: 'o.replied_at_ms',
  tie: 'o.no DESC',
  where: 'o.replied_at_ms IS NOT NULL',
}

/** Pitches that the cached outbox calls replied, as far as it says when. */
export const replyEvents = ({ cache }: ReadableDb): EventsOf<ReplyEvent> => ({
  newest: (span) => newestRows<ReplyEvent>(cache, REPLIES, span),
  count: (span) => countTimed(cache, REPLIES, span),
})
