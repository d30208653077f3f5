import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DeskError, type DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { DAY_MS, toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { OF_DEMO, sentenceOf } from '../../store/membership/own-rows.ts'
import { listPage } from '../../store/paging.ts'
import { holds, isOneOf, searchText } from '../../store/search-text.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

export type AuditOutcome = Pick<AuditRow, 'state' | 'overallScore' | 'totalTests' | 'passedTests' | 'error'>

type Row = Omit<AuditRow, 'id' | 'at' | 'error' | 'changedBy' | 'changedAt'> &
  ChangedColumns & { no: number; atMs: number; error: string | null }

/** vs the newest earlier audit of the same site that has a score. */
const BEFORE = `(SELECT p.overall_score FROM audit p WHERE p.brand_id = audit.brand_id AND p.url = audit.url
  AND p.no < audit.no AND p.state = 'done' ORDER BY p.no DESC LIMIT 1)`
export const SCORE_CHANGE = `round(overall_score - ${BEFORE}, 2)`
/** As its reply says, which is kept whole. */
const ANSWERED_URL = "(SELECT r.reply ->> '$.url' FROM audit_reply r WHERE r.audit_no = audit.no)"
const COLUMNS = `no, brand_id AS brandId, url, ${ANSWERED_URL} AS answeredUrl, at_ms AS atMs, state, overall_score AS overallScore,
  total_tests AS totalTests, passed_tests AS passedTests, ${SCORE_CHANGE} AS scoreChange, error, ${CHANGED}`

const toAudit =
  (changed: ReturnType<typeof changedIn>) =>
  ({ no, atMs, error, madeBy, changedBy, changedAtMs, ...row }: Row): AuditRow => ({
    ...row,
    ...changed({ madeBy, changedBy, changedAtMs }),
    id: `a${no}`,
    at: toInstant(atMs),
    error: error === null ? null : (JSON.parse(error) as DeskErrorValue), // as endAudit wrote it
  })

const INSERT = `INSERT INTO audit (brand_id, url, at_ms, state, folded, desk_no) VALUES (?, ?, ?, 'running', ?, ?)`

/** Returns its number. From here on it may have been run. Throws not-found for a brand that was removed. */
export const beginAudit = (db: WritableDb, args: { brandId: string; url: string; atMs: number }): number =>
  db.core
    .transaction(() => {
      assertBrand(db, args.brandId)
      const { lastInsertRowid } = prepared(db.core, INSERT).run(
        args.brandId,
        args.url,
        args.atMs,
        searchText([args.url]),
        db.deskNo,
      )
      return Number(lastInsertRowid)
    })
    .immediate()

const END = `UPDATE audit SET state = @state, overall_score = @overallScore, total_tests = @totalTests,
  passed_tests = @passedTests, error = @error WHERE no = @no`

/** Throws not-found where the brand was removed meanwhile, and its audits with it. */
export const endAudit = (db: WritableDb, { no, outcome }: { no: number; outcome: AuditOutcome }): AuditRow => {
  prepared(db.core, END).run({ ...outcome, no, error: outcome.error === null ? null : JSON.stringify(outcome.error) })
  const row = prepared<Row>(db.core, `SELECT ${COLUMNS} FROM audit WHERE no = ?`).get(no)
  if (row === undefined) throw new DeskError('not-found', 'The brand of this audit was removed while it ran.')
  return toAudit(changedIn(db))(row)
}

const CUT_OFF: DeskErrorValue = {
  kind: 'unknown-outcome',
  message: 'The desk ended before the answer came: the audit may have run. The desk does not repeat it automatically.',
}

const CUT = "UPDATE audit SET state = 'unknown', error = ? WHERE state = 'running' AND desk_no = ?"

/** This desk's audits that a crash left running have an unknown outcome. For the start, before any audit begins. */
export const settleAudits = ({ core, deskNo }: WritableDb, _args: Record<string, never>): number =>
  prepared(core, CUT).run(JSON.stringify(CUT_OFF), deskNo).changes

/** Newest first. Those that are running are not in it. */
export const auditsPage = (
  db: ReadableDb,
  input: ParsedInput<'research.audits'>,
): Omit<CallOutput<'research.audits'>, 'run'> => {
  const { rows, ...page } = listPage<Row>(db.core, input, {
    columns: COLUMNS,
    from: 'audit',
    conditions: [
      { sql: "state <> 'running'", params: [] },
      isOneOf('brand_id', input.brandIds === 'all' ? undefined : input.brandIds),
      holds('folded', input.search),
    ],
    keys: [{ by: 'at', sql: 'at_ms', direction: 'desc', nullable: false }],
    tie: 'no',
  })
  return { rows: rows.map(toAudit(changedIn(db))), ...page, freshAsOf: null }
}

const LAST = `SELECT ${COLUMNS} FROM audit WHERE brand_id = ? AND url = ? AND state <> 'running'
  ORDER BY no DESC LIMIT 1`
const LAST_DONE = `SELECT at_ms AS atMs FROM audit WHERE brand_id = ? AND url = ? AND state = 'done'
  ORDER BY no DESC LIMIT 1`

/** The newest audit of a site, and when the newest one with a score was begun. */
export const lastAuditOf = (
  db: ReadableDb,
  brandId: string,
  url: string,
): { last: AuditRow | null; doneAtMs: number | null } => {
  const row = prepared<Row>(db.core, LAST).get(brandId, url)
  const doneAtMs = prepared<{ atMs: number }>(db.core, LAST_DONE).get(brandId, url)?.atMs ?? null
  return { last: row === undefined ? null : toAudit(changedIn(db))(row), doneAtMs }
}

const LAST_SCORE = `SELECT at_ms AS atMs, overall_score AS score FROM audit WHERE brand_id = ? AND url = ? AND state = 'done'
  ORDER BY no DESC LIMIT 1`

/** The newest audit of a site that came to a score. */
export const lastScoreOf = (
  { core }: ReadableDb,
  brandId: string,
  url: string,
): { readonly atMs: number; readonly score: number | null } | undefined =>
  prepared<{ atMs: number; score: number | null }>(core, LAST_SCORE).get(brandId, url)

const SCORED = `SELECT at_ms AS atMs, url, overall_score AS score FROM audit
  WHERE brand_id = ? AND state = 'done' AND overall_score IS NOT NULL ORDER BY at_ms, no`

/** Audits of a brand that came to a score, oldest first. */
export const scoredAudits = (
  { core }: ReadableDb,
  { brandId }: { brandId: string },
): { readonly atMs: number; readonly url: string; readonly score: number }[] =>
  prepared<{ atMs: number; url: string; score: number }>(core, SCORED).all(brandId)

const SCORES_SHOWN = 12
const LAST_SCORES = `SELECT overall_score AS score FROM audit WHERE brand_id = ? AND url = ? AND state = 'done'
  ORDER BY no DESC LIMIT ${SCORES_SHOWN}`

/** The newest scores of a site, oldest first. */
export const lastScoresOf = ({ core }: ReadableDb, brandId: string, url: string): number[] =>
  prepared<{ score: number }>(core, LAST_SCORES)
    .all(brandId, url)
    .map(({ score }) => score)
    .toReversed()

const BY_DAY = `SELECT ${COLUMNS} FROM audit WHERE no IN (
    SELECT max(no) FROM audit WHERE brand_id = ? AND url = ? AND state = 'done' GROUP BY at_ms / ${DAY_MS})
  ORDER BY at_ms, no`

/** The last audit of each day that came to a score, oldest first. */
export const scoresByDay = (db: ReadableDb, brandId: string, url: string): AuditRow[] =>
  prepared<Row>(db.core, BY_DAY)
    .all(brandId, url)
    .map(toAudit(changedIn(db)))

const RUNNING = `SELECT count(*) FROM audit WHERE state = 'running' AND brand_id NOT IN ${OF_DEMO}`

/** Of real brands: a team has none of the demo. */
export const openAudits = sentenceOf(
  RUNNING,
  (count) => `${count} ${count === 1 ? 'audit runs' : 'audits run'}. Wait until that has ended, or cancel.`,
)
