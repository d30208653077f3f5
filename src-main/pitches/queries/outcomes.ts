// Results of pitches in figures: from the cached outbox, and from the intents of the desk for pitches that never reached it.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { NO_REPLY_WORDS } from '../../../src-shared/desk/values/reply-status.ts'
import { sumEnds } from '../../journal/public.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { all, isOneOf } from '../../store/search-text.ts'

type BrandIds = 'all' | readonly string[]
type Outcomes = Omit<CallOutput<'outreach.outcomes'>, 'days'>

type OutboxSums = {
  readonly queued: number
  readonly sent: number
  readonly replied: number
  readonly bounced: number
}
/** SQL of a pitch's status. */
export const BOUNCED = "status LIKE '%bounc%'"
const NAMES_REPLY = "status LIKE '%replied%'"
const WORDS = "(' ' || replace(replace(status, '_', ' '), '-', ' ') || ' ')"
/** As `isReplied` reads it. */
const REPLIED = `${NAMES_REPLY} AND NOT (${NO_REPLY_WORDS.map((word) => `${WORDS} LIKE '% ${word} %'`).join(' OR ')})`
const outboxSums = (where: string) => `SELECT coalesce(sum(is_waiting), 0) AS queued,
    coalesce(sum(is_waiting = 0 AND sent_at_ms >= ?), 0) AS sent,
    coalesce(sum(is_waiting = 0 AND sent_at_ms >= ? AND ${REPLIED}), 0) AS replied,
    coalesce(sum(is_waiting = 0 AND sent_at_ms >= ? AND ${BOUNCED}), 0) AS bounced
  FROM outbox WHERE ${where}`

const OF_THEIR_KIND = `SELECT id FROM brand WHERE demo IN
  (SELECT demo FROM brand WHERE ? IS NULL OR id IN (SELECT value FROM json_each(?)))`

/** One brand may have no reply yet: what a service reports is seen in all brands that it has. The demo is another service. */
const reportsReplies = (db: ReadableDb, brandIds: BrandIds): boolean => {
  const ids = brandIds === 'all' ? null : JSON.stringify(brandIds)
  const ofKind = prepared<{ id: string }>(db.core, OF_THEIR_KIND).all(ids, ids)
  const { sql, params } = brandScope(
    db,
    ofKind.map(({ id }) => id),
  )
  return prepared(db.cache, `SELECT 1 FROM outbox WHERE ${NAMES_REPLY} AND ${sql} LIMIT 1`).get(...params) !== undefined
}

/** `replied` is null where no pitch of any brand has a status that says so: the service does not report replies. */
export const pitchOutcomes = (
  db: ReadableDb,
  { brandIds, fromMs }: { brandIds: BrandIds; fromMs: number },
): Outcomes => {
  const scope = brandScope(db, brandIds)
  const ofBrands = all([brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)])
  const outbox = prepared<OutboxSums>(db.cache, outboxSums(scope.sql)).get(fromMs, fromMs, fromMs, ...scope.params)
  const intents = sumEnds(db, { kind: 'queue', sinceMs: fromMs, where: ofBrands })
  return {
    queued: outbox?.queued ?? 0,
    sent: outbox?.sent ?? 0,
    replied: reportsReplies(db, brandIds) ? (outbox?.replied ?? 0) : null,
    bounced: outbox?.bounced ?? 0,
    skipped: intents?.skipped ?? 0,
    failed: intents?.failed ?? 0,
    unknown: intents?.unknown ?? 0,
  }
}
