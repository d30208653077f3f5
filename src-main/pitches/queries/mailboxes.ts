import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Mailbox } from '../../../src-shared/desk/outreach.ts'
import { brandNo, brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { asOf } from '../../store/freshness.ts'
import { cursorOf, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { linkOutbox } from './outbox-rows.ts'

const SAVE = `
  INSERT INTO mailbox (brand_no, id, batch, email, daily_limit, raw) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (brand_no, id) DO UPDATE SET batch = excluded.batch, email = excluded.email,
    daily_limit = excluded.daily_limit, raw = excluded.raw
`

/** One page of a brand's mailboxes; the last page removes mailboxes that are no longer listed. */
export const ingestMailboxes = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'outreach.sendingAccounts', args)
  const nextCursor = cursorOf(reply)
  db.cache.transaction(() => {
    const brand = brandNo(db, args.brandId)
    const save = prepared(db.cache, SAVE)
    for (const item of reply.items)
      save.run(brand, item.id, args.batch, item.email, item.dailyLimit ?? null, JSON.stringify(item))
    if (nextCursor !== null) return
    prepared(db.cache, 'DELETE FROM mailbox WHERE brand_no = ? AND batch <> ?').run(brand, args.batch)
    linkOutbox(db, brand)
  })()
  return { rows: reply.items.length, nextCursor }
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
    asOf: asOf(db, 'mailboxes', brandIds),
  }
}
