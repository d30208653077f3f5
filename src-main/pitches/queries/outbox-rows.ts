// The outbox listing as rows. A sync and an intent may read it at the same time: a row keeps the newest listing, and a
// complete listing removes only rows that are older than itself.
import type { ReplyOf } from '../../../src-shared/service/operations.ts'
import { joinContact } from '../../prospects/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { ingestListing } from '../../store/listing.ts'
import { type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { caseFoldOrNull, searchText } from '../../store/search-text.ts'

// Which pitches the service calls replied, and when, as far as it says.
/** "not replied", "pending reply" and "no reply" are none. */
const REPLIED = /(^|[^a-z])replied([^a-z]|$)/i
const NOT_YET = /\b(not|no|never|pending|awaiting|waiting)\b/i
export const isReplied = (status: string): boolean => {
  const words = status.replaceAll(/[_-]+/g, ' ')
  return REPLIED.test(words) && !NOT_YET.test(words)
}

/** Fields that may hold the time of a reply; the interface leaves this open. */
const TIME_FIELDS = ['repliedAt', 'replyAt', 'replyReceivedAt', 'lastReplyAt']

const timeOfReply = (item: Readonly<Record<string, unknown>>): number | null => {
  const given = TIME_FIELDS.map((field) => item[field]).find((value) => typeof value === 'string')
  const ms = typeof given === 'string' ? Date.parse(given) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

type Pitch = { readonly status: string; readonly sentAtMs: number | null; readonly item: object }

/** Where the service does not say when the reply came: when the pitch was sent. Null: no reply, or no known time. */
const replyOf = ({ status, sentAtMs, item }: Pitch): { repliedAtMs: number | null; isTimeOfReply: 0 | 1 } => {
  const given = isReplied(status) ? timeOfReply({ ...item }) : null
  return { repliedAtMs: given ?? (isReplied(status) ? sentAtMs : null), isTimeOfReply: given === null ? 0 : 1 }
}

export type OutboxEmail = ReplyOf<'outreach.outbox'>['items'][number]

/** A status of a waiting pitch, although it contains a word of GONE; "not opened" and "pending reply" are not. */
const TO_GO =
  /\b(not (yet )?sent|to be (sent|delivered)|(pending|queued|waiting|scheduled|ready)( for| to)? (send|deliver))/i
/** A status of a sent pitch. Any other status is waiting, unless the row has a time of sending. */
const GONE = /\b(sent|sending|deliver|open|click|repl|bounc|fail|error|cancel|remov|reject|unsubscrib|done|finish)/i

export const isWaiting = ({ status, sentAt }: Pick<OutboxEmail, 'status' | 'sentAt'>): boolean => {
  const words = status.replaceAll(/[_-]+/g, ' ')
  return sentAt == null && (TO_GO.test(words) || !GONE.test(words))
}

export const instantMs = (text: string | null | undefined): number | null => {
  const ms = text == null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** Fields that may name the mailbox; the interface leaves this open. */
export const MAILBOX_FIELDS = [
  'mailboxEmail',
  'mailbox',
  'sendingAccountEmail',
  'fromEmail',
  'from',
  'sendingAccountId',
  'mailboxId',
]

const mailboxOf = (item: OutboxEmail): string | null => {
  const named = MAILBOX_FIELDS.map((field) => item[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : null
}

const toRecord = (item: OutboxEmail) => ({
  ...replyOf({ status: item.status, sentAtMs: instantMs(item.sentAt), item }),
  id: item.conversationId,
  contactId: item.prospectEmailId,
  subject: item.subject ?? null,
  subjectKey: caseFoldOrNull(item.subject),
  status: item.status,
  isWaiting: isWaiting(item) ? 1 : 0,
  mailbox: mailboxOf(item),
  scheduledAtMs: instantMs(item.scheduledAt),
  sentAtMs: instantMs(item.sentAt),
  raw: JSON.stringify(item),
})

type Person = { name: string | null; email: string | null; domain: string | null }
type Link = { no: number; mailbox: string | null; mailboxAddress: string | null } & Person

const LINKS = `
  SELECT outbox.no, outbox.mailbox, mailbox.email AS mailboxAddress, contact.name_key AS name,
    contact.email_key AS email, contact.domain_key AS domain
  FROM outbox ${joinContact('outbox.brand_no', 'outbox.contact_id')}
    LEFT JOIN mailbox ON mailbox.brand_no = outbox.brand_no AND mailbox.id = outbox.mailbox
  WHERE outbox.brand_no = ?`
const SAVE_LINK = `UPDATE outbox SET contact_key = @contactKey, people = @people, mailbox_email = @mailboxEmail
  WHERE no = @no AND (contact_key IS NOT @contactKey OR people <> @people OR mailbox_email IS NOT @mailboxEmail)`

/** Updates the contact and mailbox columns of a brand's outbox rows; the listings are read in any order. */
export const linkOutbox = ({ cache }: WritableDb, brand: number): void => {
  const save = prepared(cache, SAVE_LINK)
  for (const { no, mailbox, mailboxAddress, name, email, domain } of prepared<Link>(cache, LINKS).all(brand)) {
    const mailboxEmail = mailboxAddress ?? (mailbox?.includes('@') === true ? mailbox : null)
    save.run({ no, contactKey: name ?? email, people: searchText([name, email, domain]), mailboxEmail })
  }
}

/** One page of a brand's outbox; the last page removes conversations that are no longer listed. */
export const ingestOutbox = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'outreach.outbox', args)
  const onEnd = (brand: number) => linkOutbox(db, brand)
  return ingestListing(db, args, reply, { table: 'outbox', toRecord, keepsNewer: true, onEnd })
}

/** The highest number of a cached outbox listing; 0: none. */
export const lastOutboxBatch = ({ cache }: ReadableDb, _args: Record<string, never>): number =>
  prepared<{ batch: number }>(cache, 'SELECT coalesce(max(batch), 0) AS batch FROM outbox').get()?.batch ?? 0

/** A conversation, as outcomes are read from it. */
export type OutboxTrace = {
  readonly conversationId: string
  readonly prospectEmailId: string
  readonly subject: string | null
  readonly isWaiting: boolean
}
/** `sentAtMs` is null if it was not sent, or the service does not say when. */
type DatedTrace = OutboxTrace & { readonly sentAtMs: number | null }
type TraceRow = Omit<OutboxTrace, 'isWaiting'> & { isWaiting: number }

const OF_CONTACTS = `
  SELECT id AS conversationId, contact_id AS prospectEmailId, subject, is_waiting AS isWaiting, sent_at_ms AS sentAtMs
  FROM outbox
  WHERE brand_no = ? AND contact_id IN (SELECT value FROM json_each(?)) ORDER BY no`

/** Conversations of these contacts in the cached outbox, oldest first. */
export const outboxOfContacts = (
  db: ReadableDb,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): DatedTrace[] =>
  prepared<TraceRow & Pick<DatedTrace, 'sentAtMs'>>(db.cache, OF_CONTACTS)
    .all(findBrandNo(db, brandId), JSON.stringify(ids))
    .map((row) => ({ ...row, isWaiting: row.isWaiting === 1 }))

const THESE = `
  SELECT id AS conversationId, contact_id AS prospectEmailId, subject, is_waiting AS isWaiting FROM outbox
  WHERE brand_no = ? AND id IN (SELECT value FROM json_each(?))`

/** Those of these conversations that are in the cached outbox. */
export const conversations = (
  db: ReadableDb,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): OutboxTrace[] =>
  prepared<TraceRow>(db.cache, THESE)
    .all(findBrandNo(db, brandId), JSON.stringify(ids))
    .map((row) => ({ ...row, isWaiting: row.isWaiting === 1 }))
