// What the Activity view reads.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Intent, IntentKind, IntentState, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { toInstant, toInstantOrNull } from '../../base/clock.ts'
import { accentFold } from '../../base/text.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { accentFoldedSql, addAccentFold, type Condition, isOneOf } from '../../store/search-text.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { namesIn } from '../../team/public.ts'
import { waitsForSender } from '../rules/approval.ts'
import { actsOf } from './intent-acts.ts'
import { atOneMoment, loadIntent, noIntent } from './intents.ts'

type Row = {
  no: number
  id: string
  kind: IntentKind
  brandId: string
  state: IntentState
  createdAtMs: number
  releaseAtMs: number | null
  isPaused: number
  sentAtMs: number | null
  endedAtMs: number | null
  details: string
  reason: string | null
  problem: string | null
  total: number
  madeBy: string | null
} & Omit<Intent['counts'], 'total'>

const COLUMNS = `no, id, kind, brand_id AS brandId, state, created_at_ms AS createdAtMs, release_at_ms AS releaseAtMs,
  is_paused AS isPaused, sent_at_ms AS sentAtMs, ended_at_ms AS endedAtMs, details, reason, problem,
  waiting + in_flight + confirmed + failed + skipped + unknown + cancelled AS total, confirmed, failed, skipped, unknown,
  made_by AS madeBy`

const toIntent = (row: Row): Intent => ({
  id: row.id,
  kind: row.kind,
  brandId: row.brandId,
  state: row.state,
  createdAt: toInstant(row.createdAtMs),
  releaseAt: toInstantOrNull(row.releaseAtMs),
  isPaused: row.isPaused === 1,
  sentAt: toInstantOrNull(row.sentAtMs),
  endedAt: toInstantOrNull(row.endedAtMs),
  details: JSON.parse(row.details) as Intent['details'], // as it was written
  counts: {
    total: row.total,
    confirmed: row.confirmed,
    failed: row.failed,
    skipped: row.skipped,
    unknown: row.unknown,
  },
  reason: row.reason,
  problem: row.problem,
})

type Claim = { readonly no: number; readonly deskNo: number; readonly untilMs: number }
const CLAIMS = `SELECT intent_no AS no, desk_no AS deskNo, until_ms AS untilMs FROM intent_claim
  WHERE intent_no IN (SELECT value FROM json_each(?))`

/** In a team: who queued it, who sends it, and whether a sender has to release it. */
const ofTeam = (db: ReadableDb, rows: readonly Row[]): Intent[] => {
  const { shared } = rulesOf(db)
  const nameOf = namesIn(db)
  const claims = prepared<Claim>(db.core, CLAIMS).all(JSON.stringify(rows.map(({ no }) => no)))
  const claimOf = new Map(claims.map((claim) => [claim.no, claim]))
  return rows.map((row) => {
    const claim = claimOf.get(row.no)
    return {
      ...toIntent(row),
      ...shared(() => ({
        madeBy: nameOf(row.madeBy),
        claimedBy: claim === undefined ? null : { deskNo: claim.deskNo, until: toInstant(claim.untilMs) },
        needsApproval: row.state === 'held' && waitsForSender(row),
      })),
    }
  })
}

type FirstItem = { readonly no: number; readonly about: string | null }
/** A site is known by its id until its domain is stored with it. */
const FIRST_ITEMS = `SELECT intent_no AS no, coalesce(json_extract(result, '$.domain'), subject) AS about FROM intent_item
  WHERE intent_no IN (SELECT value FROM json_each(?)) AND item = 0`

const withAbout = (db: ReadableDb, rows: readonly Row[]): Intent[] => {
  const first = prepared<FirstItem>(db.core, FIRST_ITEMS).all(JSON.stringify(rows.map(({ no }) => no)))
  const aboutOf = new Map(first.map(({ no, about }) => [no, about]))
  return ofTeam(db, rows).map((intent, index) => {
    const about = aboutOf.get(rows[index]?.no ?? 0) ?? null
    return { ...intent, about: intent.kind === 'discover' ? null : about }
  })
}

const ofBrands = (db: ReadableDb, brandIds: 'all' | readonly string[]): Condition | undefined => {
  if (brandIds === 'all') return undefined
  for (const id of brandIds) assertBrand(db, id)
  return isOneOf('brand_id', brandIds)
}

const about = (search: string | undefined): Condition | undefined => {
  const needle = accentFold(search?.trim() ?? '')
  if (needle === '') return undefined
  const sql = `EXISTS (SELECT 1 FROM intent_item WHERE intent_no = no AND instr(${accentFoldedSql('subject')}, ?) > 0)`
  return { sql, params: [needle] }
}

/**
 * An action is one row: a move that of its schedule, an unschedule its own. The other parts are rows only where a person has
 * to decide on them.
 */
const NOT_PART_OF_ANOTHER: Condition = {
  sql: `NOT (kind = 'unschedule' AND state <> 'unknown' AND json_extract(details, '$.move.entryId') IS NOT NULL)
    AND NOT (kind = 'schedule' AND state NOT IN ('unknown', 'failed') AND json_extract(details, '$.move.isKept') IS NOT NULL
      AND json_extract(details, '$.move.isAgain') IS NULL)`,
  params: [],
}

const madeByOf = (
  wanted: ParsedInput<'intents.list'>['filter']['madeBy'],
  me: string | null,
): readonly string[] | undefined => {
  if (me === null) return undefined
  return wanted === 'me' ? [me] : wanted
}

// Not done yet first, then what needs a person, then the rest.
const OPEN_FIRST = `CASE state WHEN 'held' THEN 0 WHEN 'ready' THEN 0 WHEN 'in_flight' THEN 0 WHEN 'unknown' THEN 1
  WHEN 'partly_done' THEN 2 WHEN 'failed' THEN 2 ELSE 3 END`

/** Newest first, or open ones first. `me`: the login that `madeBy` means by it; null: a desk alone. */
export const listIntents = (
  db: ReadableDb,
  { me, ...input }: ParsedInput<'intents.list'> & { readonly me?: string | null },
): CallOutput<'intents.list'> => {
  addAccentFold(db.core)
  const madeBy = madeByOf(input.filter.madeBy, me ?? null)
  const { rows, ...page } = listPage<Row>(db.core, input, {
    columns: COLUMNS,
    from: 'intent',
    conditions: [
      ofBrands(db, input.brandIds),
      about(input.search),
      isOneOf('state', input.filter.state),
      isOneOf('kind', input.filter.kind),
      madeBy === undefined ? undefined : isOneOf('made_by', madeBy),
      NOT_PART_OF_ANOTHER,
    ],
    keys: [
      ...(input.order === 'open' ? [{ by: 'open', sql: OPEN_FIRST, direction: 'asc' as const, nullable: false }] : []),
      { by: 'createdAt', sql: 'no', direction: 'desc', nullable: false },
    ],
    tie: 'no',
  })
  return { rows: withAbout(db, rows), ...page, freshAsOf: null }
}

/** Without its items, which may be thousands. Throws not-found. */
export const intentWithoutItems = (db: ReadableDb, { id }: { id: string }): Intent => {
  const rows = prepared<Row>(db.core, `SELECT ${COLUMNS} FROM intent WHERE id = ?`).all(id)
  const [intent] = ofTeam(db, rows)
  if (intent === undefined) throw noIntent(id)
  return intent
}

/** Throws not-found. */
export const getIntent = (db: ReadableDb, { id }: { id: string }): IntentWithItems =>
  atOneMoment(db, () => {
    const { items, ...intent } = loadIntent(db, id)
    return {
      ...intentWithoutItems(db, { id }),
      acts: actsOf(db, intent),
      items: items.map(({ item, label, refId, state, reason, result }) => {
        return { item, label, refId, state, reason, result: { ...result } }
      }),
    }
  })
