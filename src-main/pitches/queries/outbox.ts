import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { toInstant, toInstantOrNull } from '../../base/clock.ts'
import { ofContact } from '../../prospects/public.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { countRows, listPage, type SortKey } from '../../store/paging.ts'
import { furtherFields } from '../../store/parse-reply.ts'
import { all, type Condition, holds, isOneOf } from '../../store/search-text.ts'
import { whileUnchanged } from '../../store/while-unchanged.ts'
import { MAILBOX_FIELDS, type OutboxEmail } from './outbox-rows.ts'

/** `nowMs`: an estimate that is over says nothing. */
export type PageInput = ParsedInput<'outreach.outbox'> & { readonly nowMs: number }
type Output = CallOutput<'outreach.outbox'>
type SortField = PageInput['sort'][number]['by']

/** Below 2^53, so that a page token keeps it exactly: queued by time, queued without one, then sent. */
const NEXT = `(CASE WHEN is_waiting = 1 THEN coalesce(scheduled_at_ms, 4000000000000000)
  ELSE 8000000000000000 - coalesce(sent_at_ms, scheduled_at_ms, 0) END)`

const SORT_COLUMNS: Record<SortField, Pick<SortKey, 'sql' | 'nullable'>> = {
  next: { sql: NEXT, nullable: false },
  scheduledAt: { sql: 'scheduled_at_ms', nullable: true },
  sentAt: { sql: 'sent_at_ms', nullable: true },
  subject: { sql: 'subject_key', nullable: true },
  status: { sql: 'status', nullable: false },
  contact: { sql: 'contact_key', nullable: true },
}

const KNOWN = ['conversationId', 'prospectEmailId', 'subject', 'status', 'scheduledAt', 'sentAt', ...MAILBOX_FIELDS]

type Row = {
  no: number
  brandNo: number
  brandId: string
  isWaiting: number
  mailboxEmail: string | null
  scheduledAtMs: number | null
  sentAtMs: number | null
  contact: string | null
  domain: string | null
  raw: string
}

const COLUMNS = `outbox.no, brand_no AS brandNo, (SELECT id FROM brand WHERE brand.no = brand_no) AS brandId,
  is_waiting AS isWaiting, mailbox_email AS mailboxEmail, scheduled_at_ms AS scheduledAtMs, sent_at_ms AS sentAtMs, raw,
  ${ofContact('c.raw', 'outbox.brand_no', 'outbox.contact_id')} AS contact,
  ${ofContact('c.domain', 'outbox.brand_no', 'outbox.contact_id')} AS domain`

/** The largest valid Date. */
const INSTANT_MAX_MS = 8.64e15
const PACE = 'SELECT spacing_ms AS spacingMs, at_ms AS atMs FROM outreach_pace WHERE brand_id = ?'
const BEFORE = `SELECT count(*) AS before FROM outbox
  WHERE brand_no = ? AND is_waiting = 1 AND scheduled_at_ms IS NULL AND no < ?`

/** The spacing of the brand's last queue request, times the pitches that wait before it; null: unknown, or it is over. */
const estimateMs = (
  db: ReadableDb,
  { brandId, before, nowMs }: { readonly brandId: string; readonly before: number; readonly nowMs: number },
): number | null => {
  const pace = prepared<{ spacingMs: number; atMs: number }>(db.core, PACE).get(brandId)
  if (pace === undefined || pace.spacingMs <= 0) return null
  const atMs = pace.atMs + pace.spacingMs * before
  return atMs >= nowMs && atMs <= INSTANT_MAX_MS ? atMs : null
}

/** Only without a time from the service. */
const estimatedAt = (db: ReadableDb, { brandId, brandNo, no, ...row }: Row, nowMs: number): string | null => {
  if (row.isWaiting === 0 || row.scheduledAtMs !== null) return null
  const before = prepared<{ before: number }>(db.cache, BEFORE).get(brandNo, no)?.before ?? 0
  return toInstantOrNull(estimateMs(db, { brandId, before, nowMs }))
}

const toRow = (db: ReadableDb, row: Row, nowMs: number): OutboxRow => {
  const item = JSON.parse(row.raw) as OutboxEmail // as ingestOutbox wrote it
  const contact = (row.contact === null ? {} : JSON.parse(row.contact)) as { name?: string; email?: string } // as ingested
  return {
    brandId: row.brandId,
    conversationId: item.conversationId,
    prospectEmailId: item.prospectEmailId,
    name: contact.name ?? null,
    email: contact.email ?? null,
    domain: row.domain,
    subject: item.subject ?? null,
    status: item.status,
    isWaiting: row.isWaiting === 1,
    mailboxEmail: row.mailboxEmail,
    scheduledAt: toInstantOrNull(row.scheduledAtMs),
    estimatedAt: estimatedAt(db, row, nowMs),
    sentAt: toInstantOrNull(row.sentAtMs),
    more: furtherFields(item, KNOWN),
  }
}

const waits = (wanted: boolean | undefined): Condition | undefined =>
  wanted === undefined ? undefined : { sql: 'is_waiting = ?', params: [wanted ? 1 : 0] }

const isOfContact = (id: string | undefined): Condition | undefined =>
  id === undefined ? undefined : { sql: 'contact_id = ?', params: [id] }

const statusCounts = (db: ReadableDb, scope: Condition): Output['statusCounts'] =>
  prepared<Output['statusCounts'][number]>(
    db.cache,
    `SELECT status, count(*) AS count FROM outbox WHERE ${scope.sql} GROUP BY status ORDER BY status`,
  ).all(...scope.params)

const mailboxCounts = (db: ReadableDb, scope: Condition): Output['mailboxCounts'] =>
  prepared<Output['mailboxCounts'][number]>(
    db.cache,
    `SELECT mailbox_email AS mailboxEmail, count(*) AS count FROM outbox
     WHERE ${scope.sql} AND mailbox_email IS NOT NULL GROUP BY mailbox_email ORDER BY mailbox_email`,
  ).all(...scope.params)

type LastOfBrand = { readonly brandId: string; readonly scheduledAtMs: number | null; readonly open: number }

/** Of each brand; `open` pitches have no time from the service, so that without an estimate nobody knows the last one. */
const LAST = `SELECT (SELECT id FROM brand WHERE brand.no = brand_no) AS brandId, max(scheduled_at_ms) AS scheduledAtMs,
  count(*) FILTER (WHERE scheduled_at_ms IS NULL) AS open FROM outbox`

const lastOfBrands = (db: ReadableDb, waiting: Condition): readonly LastOfBrand[] =>
  prepared<LastOfBrand>(db.cache, `${LAST} WHERE ${waiting.sql} GROUP BY brand_no`).all(...waiting.params)

const lastQueued = (db: ReadableDb, brands: readonly LastOfBrand[], nowMs: number): Output['lastQueued'] => {
  const times = brands.flatMap(({ brandId, scheduledAtMs, open }) => [
    ...(scheduledAtMs === null ? [] : [{ atMs: scheduledAtMs, isEstimated: false }]),
    ...(open === 0 ? [] : [{ atMs: estimateMs(db, { brandId, before: open - 1, nowMs }), isEstimated: true }]),
  ])
  const known = times.flatMap(({ atMs, isEstimated }) => (atMs === null || atMs < nowMs ? [] : [{ atMs, isEstimated }]))
  const [last] = known.toSorted((one, other) => other.atMs - one.atMs)
  if (last === undefined || times.some(({ atMs }) => atMs === null)) return null
  return { at: toInstant(last.atMs), isEstimated: last.isEstimated }
}

export const outboxPage = (db: ReadableDb, { nowMs, ...input }: PageInput): Output => {
  const scope = brandScope(db, input.brandIds)
  const { search, filter } = input
  const { rows, ...page } = listPage<Row>(db.cache, input, {
    columns: COLUMNS,
    from: 'outbox',
    conditions: [
      scope,
      holds("(people || char(10) || coalesce(subject_key, ''))", search),
      isOneOf('status', filter.status),
      isOneOf('mailbox_email', filter.mailboxEmail),
      waits(filter.isWaiting),
      isOfContact(filter.prospectEmailId),
    ],
    keys: input.sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
    tie: 'outbox.no',
  })
  const { lastOf, ...counts } = whileUnchanged(db, 'outbox counts', input.brandIds, () => {
    const waiting = all([scope, waits(true)])
    return {
      statusCounts: statusCounts(db, scope),
      mailboxCounts: mailboxCounts(db, scope),
      waiting: countRows(db.cache, { from: 'outbox', where: waiting.sql, params: waiting.params }),
      lastOf: lastOfBrands(db, waiting),
    }
  })
  return {
    rows: rows.map((row) => toRow(db, row, nowMs)),
    ...page,
    freshAsOf: freshAsOf(db, 'outbox', input.brandIds),
    ...counts,
    lastQueued: lastQueued(db, lastOf, nowMs),
  }
}
