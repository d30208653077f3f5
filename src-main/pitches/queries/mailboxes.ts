import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Mailbox } from '../../../src-shared/desk/outreach.ts'
import type { ReplyOf } from '../../../src-shared/service/operations.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { ingestListing } from '../../store/listing.ts'
import { type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { linkOutbox } from './outbox-rows.ts'

const toRecord = (item: ReplyOf<'outreach.sendingAccounts'>['items'][number]) => ({
  id: item.id,
  email: item.email,
  dailyLimit: item.dailyLimit ?? null,
  raw: JSON.stringify(item),
})

/** One page of a brand's mailboxes; the last page removes mailboxes that are no longer listed. */
export const ingestMailboxes = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'outreach.sendingAccounts', args)
  return ingestListing(db, args, reply, { table: 'mailbox', toRecord, onEnd: (brand) => linkOutbox(db, brand) })
}

/** `waiting` is null if a waiting pitch of the brand has no mailbox. */
const LIST = (scope: string) => `
  SELECT (SELECT id FROM brand WHERE brand.no = mailbox.brand_no) AS brandId, mailbox.id, mailbox.email,
    daily_limit AS dailyLimit,
    CASE WHEN EXISTS (SELECT 1 FROM outbox o WHERE o.brand_no = mailbox.brand_no AND is_waiting AND o.mailbox IS NULL)
      THEN NULL
      ELSE (SELECT count(*) FROM outbox o
        WHERE o.brand_no = mailbox.brand_no AND is_waiting AND o.mailbox_email = mailbox.email) END AS waiting
  FROM mailbox WHERE ${scope} ORDER BY brand_no, email`

export const listMailboxes = (
  db: ReadableDb,
  { brandIds }: ParsedInput<'outreach.mailboxes'>,
): CallOutput<'outreach.mailboxes'> => {
  const scope = brandScope(db, brandIds)
  return {
    mailboxes: prepared<Mailbox>(db.cache, LIST(scope.sql)).all(...scope.params),
    freshAsOf: freshAsOf(db, 'mailboxes', brandIds),
  }
}
