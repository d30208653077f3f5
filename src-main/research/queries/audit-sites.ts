import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { DAY_MS } from '../../base/clock.ts'
import { somePages } from '../../rankings/public.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { lastAuditOf, lastScoreOf, lastScoresOf, scoresByDay } from './audits.ts'

type Row = {
  readonly url: string | null
  readonly remindEveryDays: number | null
  readonly remindSinceMs: number | null
  readonly remindedOfMs: number | null
}

const SELECT = `SELECT url, remind_every_days AS remindEveryDays, remind_since_ms AS remindSinceMs,
  reminded_of_ms AS remindedOfMs FROM audit_site WHERE brand_id = ?`
const NO_ROW: Row = { url: null, remindEveryDays: null, remindSinceMs: null, remindedOfMs: null }

/** The front page of the site that most of these addresses are on. */
const guess = (pages: readonly string[]): string | null => {
  const counts = new Map<string, number>()
  for (const page of pages) {
    if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) continue
    const { origin } = new URL(page)
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted((left, right) => right[1] - left[1])
  return first === undefined ? null : `${first[0]}/`
}

/** The brand's own site, else the one that its ranked pages are on. */
const urlOf = (db: ReadableDb, brandId: string, { url }: Row): string | null =>
  url ?? guess(somePages(db, { brandIds: [brandId] })[brandId] ?? [])

const siteOf = (db: ReadableDb, brandId: string) => {
  const row = prepared<Row>(db.core, SELECT).get(brandId) ?? NO_ROW
  const url = urlOf(db, brandId, row)
  const { last, doneAtMs } = url === null ? { last: null, doneAtMs: null } : lastAuditOf(db, brandId, url)
  const sinceMs = doneAtMs ?? row.remindSinceMs
  const isReminded = row.remindEveryDays !== null && sinceMs !== null
  return {
    brandId,
    url,
    isGuessed: row.url === null && url !== null,
    remindEveryDays: row.remindEveryDays,
    /** When the audit is or was due; null: no reminder. */
    dueAtMs: isReminded ? sinceMs + (row.remindEveryDays ?? 0) * DAY_MS : null,
    /** The latest due time that was notified. */
    remindedOfMs: row.remindedOfMs,
    last,
    /** When the newest audit that came to a score was begun. */
    doneAtMs,
    scores: url === null ? [] : lastScoresOf(db, brandId, url),
  }
}
export type StoredAuditSite = ReturnType<typeof siteOf>

/** In the brands' order: their own site, else the one that their ranked pages are on. */
export const listAuditSites = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): StoredAuditSite[] =>
  brandIds.map((brandId) => siteOf(db, brandId))

/** In the brands' order: the audits of each one's site that came to a score, one a day. */
export const listAuditScores = (
  db: ReadableDb,
  { brandIds }: { brandIds: readonly string[] },
): { brandId: string; rows: AuditRow[] }[] =>
  brandIds.map((brandId) => {
    const url = urlOf(db, brandId, prepared<Row>(db.core, SELECT).get(brandId) ?? NO_ROW)
    return { brandId, rows: url === null ? [] : scoresByDay(db, brandId, url) }
  })

/**
 * Sites whose reminder is due and not notified yet. Due times before the last one notified are left out: after a change of
 * the site and back, they were notified already.
 */
export const dueAuditSites = (db: ReadableDb, { nowMs }: { nowMs: number }): StoredAuditSite[] =>
  prepared<{ brandId: string }>(
    db.core,
    'SELECT brand_id AS brandId FROM audit_site WHERE remind_every_days IS NOT NULL ORDER BY brand_id',
  )
    .all()
    .map(({ brandId }) => siteOf(db, brandId))
    .filter(({ dueAtMs, remindedOfMs }) => dueAtMs !== null && dueAtMs <= nowMs && dueAtMs > (remindedOfMs ?? 0))

export type AuditDue = {
  readonly brandId: string
  readonly dueAtMs: number
  readonly everyDays: number
  /** Of the last audit; null: never audited. */
  readonly score: number | null
}

type Reminder = Row & { readonly brandId: string; readonly hasAudits: number }
const REMINDERS = `SELECT brand_id AS brandId, url, remind_every_days AS remindEveryDays, remind_since_ms AS remindSinceMs,
  reminded_of_ms AS remindedOfMs,
  EXISTS (SELECT 1 FROM audit WHERE audit.brand_id = audit_site.brand_id AND state = 'done') AS hasAudits FROM audit_site
  WHERE remind_every_days IS NOT NULL AND brand_id IN (SELECT value FROM json_each(?)) ORDER BY brand_id`

/** Sites whose audit is due until then, whether or not the person was notified. */
export const auditsDue = (
  db: ReadableDb,
  { brandIds, untilMs }: { brandIds: readonly string[]; untilMs: number },
): AuditDue[] =>
  prepared<Reminder>(db.core, REMINDERS)
    .all(JSON.stringify(brandIds))
    .flatMap(({ brandId, hasAudits, ...row }) => {
      const url = hasAudits === 0 ? null : urlOf(db, brandId, row)
      const last = url === null ? undefined : lastScoreOf(db, brandId, url)
      const everyDays = row.remindEveryDays ?? 0
      const sinceMs = last?.atMs ?? row.remindSinceMs
      if (sinceMs === null || sinceMs + everyDays * DAY_MS > untilMs) return []
      return [{ brandId, dueAtMs: sinceMs + everyDays * DAY_MS, everyDays, score: last?.score ?? null }]
    })

export type AuditSiteChange = {
  readonly brandId: string
  readonly url?: string | null | undefined
  readonly remindEveryDays?: number | null | undefined
  readonly atMs: number
}

const SAVE = `
  INSERT INTO audit_site (brand_id, url, remind_every_days, remind_since_ms)
  VALUES (@brandId, @url, @remindEveryDays, @remindSinceMs)
  ON CONFLICT (brand_id) DO UPDATE SET url = @url, remind_every_days = @remindEveryDays,
    remind_since_ms = @remindSinceMs`

/** Only what is given changes. Throws not-found for a brand that was removed. */
export const saveAuditSite = (db: WritableDb, change: AuditSiteChange): void =>
  db.core
    .transaction(() => {
      const { brandId, atMs } = change
      assertBrand(db, brandId)
      const row = prepared<Row>(db.core, SELECT).get(brandId) ?? NO_ROW
      const url = change.url === undefined ? row.url : change.url
      const every = change.remindEveryDays === undefined ? row.remindEveryDays : change.remindEveryDays
      // The count starts with the reminder; another interval alone does not restart it.
      const since = every === null ? null : (row.remindSinceMs ?? atMs)
      prepared(db.core, SAVE).run({ brandId, url, remindEveryDays: every, remindSinceMs: since })
    })
    .immediate()

/** The reminder of this audit was shown. */
export const markReminded = (
  { core }: WritableDb,
  { reminded }: { reminded: readonly { brandId: string; dueAtMs: number }[] },
): void =>
  core
    .transaction(() => {
      const sql = 'UPDATE audit_site SET reminded_of_ms = ? WHERE brand_id = ?'
      for (const { brandId, dueAtMs } of reminded) prepared(core, sql).run(dueAtMs, brandId)
    })
    .immediate()
