// What the calendar, the checks and the slug field read of the articles.

import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { keptOf, moveOf, setAgainOf } from '../../../src-shared/desk/values/moves.ts'
import { DAY_MS, toInstant } from '../../base/clock.ts'
import { INTENTS, openMoves } from '../../journal/public.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { all, isOneOf } from '../../store/search-text.ts'
import { DELIVERED, DELIVERIES } from '../../webhooks/public.ts'
import { shownState } from '../rules/shown-state.ts'
import type { ArticleState } from './article-track.ts'
import { AWAITS_WEBHOOK } from './articles.ts'

// What actions that are not done mean for the entries of the calendar.

type EntryMove = NonNullable<CalendarEntry['move']>
type EntryMoves = {
  /** By the entry on the old time, and by the intent of the one on the new time. */
  readonly found: ReadonlyMap<string, EntryMove>
  /** Intents that set again what is still scheduled: it is one entry until the service has unscheduled it. */
  readonly hidden: ReadonlySet<string>
}

const entryMoves = (db: ReadableDb): EntryMoves => {
  const found = new Map<string, EntryMove>()
  const hidden = new Set<string>()
  const open = openMoves(db).map((one) => ({ ...one, details: JSON.parse(one.details) }))
  const isUnscheduling = new Set(open.flatMap(({ kind, details }) => (kind === 'unschedule' ? [details.move.id] : [])))
  for (const { id, kind, details } of open) {
    const move = moveOf({ details })
    if (move !== null) {
      const { entryId, from, to } = move
      if (kind === 'schedule') found.set(id, { part: 'to', from, to, intentId: id })
      found.set(entryId, { part: 'from', from, to, intentId: id })
    }
    for (const { entryId, at } of keptOf({ details }))
      if (isUnscheduling.has(details.move.id)) found.set(entryId, { part: 'kept', from: at, to: at, intentId: id })
    if (setAgainOf({ details }) !== null && isUnscheduling.has(details.move.id)) hidden.add(id)
  }
  return { found, hidden }
}

type Row = {
  no: number
  brandId: string
  articleSlug: string
  provider: CalendarEntry['provider']
  status: CalendarEntry['status']
  atMs: number
  state: ArticleState
  intentId: string | null
  postUrl: string | null
  confirmedAtMs: number | null
  awaitsWebhook: number
  reason: string | null
  title: string | null
}

/** What a webhook confirmed came out then, not when it was planned. */
const AT_MS = "CASE WHEN a.state = 'published' THEN coalesce(a.confirmed_at_ms, a.at_ms) ELSE a.at_ms END"

const CALENDAR = `SELECT a.no, a.brand_id AS brandId, a.slug AS articleSlug, a.provider, a.status, ${AT_MS} AS atMs, a.state,
  i.id AS intentId, a.post_url AS postUrl, a.confirmed_at_ms AS confirmedAtMs, a.reason, d.title,
  ${AWAITS_WEBHOOK} AS awaitsWebhook
  FROM article a LEFT JOIN ${INTENTS} i ON i.no = a.intent_no
    LEFT JOIN ${DELIVERIES} d ON d.no = CAST(substr(a.delivery_id, 2) AS INTEGER)`

const REASONS: Partial<Record<CalendarEntry['state'], string | null>> = {
  confirmed: null,
  overdue: 'Overdue, and no webhook has confirmed it.',
  due: 'It should be out. Its platform sends no webhook: check the site.',
}

const calendarState = (row: Row, nowMs: number): { state: CalendarEntry['state']; reason: string | null } => {
  const state = shownState(row, nowMs)
  return { state, reason: state in REASONS ? (REASONS[state] ?? null) : row.reason }
}

type At = { readonly nowMs: number; readonly moves: EntryMoves }

const toEntry = (row: Row, { nowMs, moves }: At): CalendarEntry => ({
  id: `article_${row.no}`,
  brandId: row.brandId,
  articleSlug: row.articleSlug,
  provider: row.provider,
  status: row.status,
  at: toInstant(row.atMs),
  ...calendarState(row, nowMs),
  confirmedByWebhook: row.confirmedAtMs !== null,
  intentId: row.intentId ?? '',
  postUrl: row.postUrl,
  title: row.title,
  move: moves.found.get(row.intentId ?? '') ?? moves.found.get(`article_${row.no}`) ?? null,
})

export type CalendarArgs = {
  readonly brandIds: 'all' | readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
  readonly nowMs: number
}

const inSpan = (db: ReadableDb, { brandIds, fromMs, untilMs }: CalendarArgs) => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  return all([
    brandIds === 'all' ? undefined : isOneOf('a.brand_id', brandIds),
    { sql: `${AT_MS} >= ? AND ${AT_MS} < ?`, params: [fromMs, untilMs] },
    { sql: "a.state <> 'superseded'", params: [] },
  ])
}

const entriesWhere = (db: ReadableDb, where: string, params: readonly unknown[], nowMs: number): CalendarEntry[] => {
  const at = { nowMs, moves: entryMoves(db) }
  return prepared<Row>(db.core, `${CALENDAR} WHERE ${where} ORDER BY atMs, a.no`)
    .all(...params)
    .filter(({ intentId }) => !at.moves.hidden.has(intentId ?? ''))
    .map((row) => toEntry(row, at))
}

/** By time. Throws not-found for an unknown brand. */
export const articleCalendar = (db: ReadableDb, args: CalendarArgs): CalendarEntry[] => {
  const { sql, params } = inSpan(db, args)
  return entriesWhere(db, sql, params, args.nowMs)
}

type CalendarDays = {
  readonly entries: CalendarEntry[]
  /** By day, as a number of days since 1970, UTC; days without are left out. */
  readonly more: { readonly day: number; readonly count: number }[]
}

/** The same with no more than `perDay` articles of each day that are out, the last ones; and how many more there are. */
export const calendarDays = (
  db: ReadableDb,
  { perDay, ...args }: CalendarArgs & { readonly perDay: number },
): CalendarDays => {
  const { sql, params } = inSpan(db, args)
  const columns = `a.no, a.state = 'published', CAST(${AT_MS} / ${DAY_MS} AS INTEGER)`
  const rows = prepared<[number, number, number]>(
    db.core,
    `SELECT ${columns} FROM article a WHERE ${sql} ORDER BY ${AT_MS} DESC, a.no DESC`,
  )
    .raw()
    .all(...params)
  const outOf = new Map<number, number>()
  const picked = rows.filter(([, isOut, day]) => {
    if (isOut === 0) return true
    const before = outOf.get(day) ?? 0
    outOf.set(day, before + 1)
    return before < perDay
  })
  const numbers = JSON.stringify(picked.map(([no]) => no))
  const entries = entriesWhere(db, 'a.no IN (SELECT value FROM json_each(?))', [numbers], args.nowMs)
  const more = Array.from(outOf, ([day, count]) => ({ day, count: count - perDay })).filter(({ count }) => count > 0)
  return { entries, more: more.toSorted((one, other) => one.day - other.day) }
}

/** One entry; null where it is gone. */
export const articleEntry = (db: ReadableDb, { no, nowMs }: { no: number; nowMs: number }): CalendarEntry | null => {
  const row = prepared<Row>(db.core, `${CALENDAR} WHERE a.no = ?`).get(no)
  return row === undefined ? null : toEntry(row, { nowMs, moves: entryMoves(db) })
}

export type KnownArticle = {
  readonly brandId: string
  readonly slug: string
  readonly provider: string
  readonly state: ArticleState
  readonly isScheduled: boolean
  readonly atMs: number
}

const LIVE = `SELECT brand_id AS brandId, slug, provider, state, is_scheduled AS isScheduled, at_ms AS atMs
  FROM article WHERE state IN ('held', 'sending', 'scheduled', 'published', 'unknown')
    AND brand_id IN (SELECT value FROM json_each(@brandIds))
    AND (slug IN (SELECT value FROM json_each(@slugs)) OR (is_scheduled AND at_ms >= @fromMs AND at_ms < @untilMs))`

/** Articles of these slugs that are published or being sent, and articles that these brands scheduled in this time. */
export const liveArticles = (
  { core }: ReadableDb,
  args: { brandIds: readonly string[]; slugs: readonly string[]; fromMs: number; untilMs: number },
): KnownArticle[] =>
  prepared<Omit<KnownArticle, 'isScheduled'> & { isScheduled: number }>(core, LIVE)
    .all({ ...args, brandIds: JSON.stringify(args.brandIds), slugs: JSON.stringify(args.slugs) })
    .map((row) => ({ ...row, isScheduled: row.isScheduled === 1 }))

const SLUGS = `SELECT slug FROM article WHERE brand_id = @brandId AND instr(lower(slug), @search) > 0
  GROUP BY slug ORDER BY max(no) DESC LIMIT @limit`

type SlugArgs = { readonly brandId: string; readonly search: string; readonly limit: number }

/** Slugs of a brand's articles that contain the text (lower case), newest first. */
export const articleSlugs = (db: ReadableDb, args: SlugArgs): string[] => {
  assertBrand(db, args.brandId)
  return prepared<{ slug: string }>(db.core, SLUGS)
    .all(args)
    .map(({ slug }) => slug)
}

const DELIVERED_SLUGS = `SELECT slug FROM ${DELIVERED} WHERE brand_id = @brandId AND instr(lower(slug), @search) > 0
  GROUP BY slug ORDER BY max(no) DESC LIMIT @limit`

/** The same for articles of webhook deliveries. */
export const deliveredSlugs = (db: ReadableDb, args: SlugArgs): string[] =>
  prepared<{ slug: string }>(db.core, DELIVERED_SLUGS)
    .all(args)
    .map(({ slug }) => slug)

const OUT = `SELECT slug, coalesce(confirmed_at_ms, at_ms) AS atMs FROM article
  WHERE brand_id = ? AND state = 'published' AND status = 'publish' ORDER BY atMs, no`

/** When a brand's articles were published, confirmed by the service or a webhook; oldest first. */
export const articlesOut = (db: ReadableDb, { brandId }: { brandId: string }): { slug: string; atMs: number }[] => {
  assertBrand(db, brandId)
  return prepared<{ slug: string; atMs: number }>(db.core, OUT).all(brandId)
}

const PUBLISHED = `SELECT a.slug, a.at_ms AS atMs, a.delivery_id IS NOT NULL AS isConfirmed FROM article a
  WHERE a.brand_id = ? AND a.state = 'published' AND ${AWAITS_WEBHOOK} AND a.at_ms >= ? ORDER BY a.at_ms, a.no`

export type PublishedArticle = { readonly slug: string; readonly atMs: number; readonly isConfirmed: number }

/** Articles of a brand that went out since on a platform that reports by webhook, oldest first; `isConfirmed`: one did. */
export const articlesPublished = (
  { core }: ReadableDb,
  { brandId, sinceMs }: { brandId: string; sinceMs: number },
): PublishedArticle[] => prepared<PublishedArticle>(core, PUBLISHED).all(brandId, sinceMs)
