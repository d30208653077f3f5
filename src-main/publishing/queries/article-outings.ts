import { DAY_MS } from '../../base/clock.ts'
import { confirmedOnProviders, type ProviderTime } from '../../journal/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { DELIVERED } from '../../webhooks/public.ts'
import { createKeptArticles } from './kept-articles.ts'

/** An article on the day on which it was published; `endDay`: when it was unpublished again. Days since 1970, UTC. */
export type ArticleOuting = {
  readonly slug: string
  readonly title: string | null
  readonly day: number
  readonly endDay: number | null
}

type SqlRow = Omit<ArticleOuting, 'endDay'> & {
  readonly no: number
  readonly provider: string
  readonly atMs: number
  readonly isUnpublished: number
}
/** Stays in memory for each article of a brand, so it has no more than the list below needs, which has the same outings. */
type OutRow = {
  readonly no: number
  readonly outing: ArticleOuting
  /** Whose unpublish to look for, and from when on; null: it is not unpublished. */
  readonly unpublished: Pick<SqlRow, 'provider' | 'atMs'> | null
}

const outingsSql = (
  which: string,
): string => `SELECT a.no, a.slug, a.provider, CAST(coalesce(a.confirmed_at_ms, a.at_ms) / ${DAY_MS} AS INTEGER) AS day,
    (SELECT title FROM ${DELIVERED} WHERE brand_id = a.brand_id AND slug = a.slug ORDER BY no DESC LIMIT 1) AS title,
    coalesce(a.confirmed_at_ms, a.at_ms) AS atMs, a.state = 'unpublished' AS isUnpublished
  FROM article a WHERE a.brand_id = @brandId ${which} AND a.status = 'publish'
    AND a.state IN ('published', 'unpublished')`
const OUTINGS = outingsSql('')
const SOME_OUTINGS = outingsSql('AND a.slug IN (SELECT value FROM json_each(@slugs))')

const keyOf = (slug: string, provider: string | null): string => JSON.stringify([slug, provider])

type Args = { readonly brandId: string; readonly slugs?: readonly string[] }

/** A list that is spread or pushed to has room for 17: those kept in memory have one row most times. */
const loadRows = ({ core }: ReadableDb, { brandId, slugs }: Args): Map<string, readonly OutRow[]> => {
  const rows =
    slugs === undefined
      ? prepared<SqlRow>(core, OUTINGS).iterate({ brandId })
      : prepared<SqlRow>(core, SOME_OUTINGS).iterate({ brandId, slugs: JSON.stringify(slugs) })
  const bySlug = new Map<string, readonly OutRow[]>()
  for (const { no, slug, title, day, provider, atMs, isUnpublished } of rows) {
    const unpublished = isUnpublished === 1 ? { provider, atMs } : null
    const row = { no, outing: { slug, title, day, endDay: null }, unpublished }
    bySlug.set(slug, bySlug.get(slug)?.concat(row) ?? [row])
  }
  return bySlug
}

const keptRows = createKeptArticles({ load: loadRows })

/** A publish that an unpublish of the same slug and provider followed ended with it. */
const withEnds = (rows: readonly OutRow[], unpublished: readonly ProviderTime[]): ArticleOuting[] => {
  const ends = Map.groupBy(unpublished, ({ label, provider }) => keyOf(label, provider))
  return rows.map(({ outing, unpublished: from }) => {
    const end = from && ends.get(keyOf(outing.slug, from.provider))?.find((one) => one.atMs >= from.atMs)
    return end == null ? outing : { ...outing, endDay: Math.floor(end.atMs / DAY_MS) }
  })
}

/** Where one of several publishes of a day stayed, the article stayed. */
const joined = (one: ArticleOuting | undefined, other: ArticleOuting): ArticleOuting => {
  if (one === undefined) return other
  const isOut = one.endDay === null || other.endDay === null
  return { ...one, endDay: isOut ? null : Math.max(one.endDay ?? 0, other.endDay ?? 0) }
}

const inDays = (rows: readonly OutRow[], unpublished: readonly ProviderTime[]): ArticleOuting[] => {
  const found = new Map<string, ArticleOuting>()
  for (const row of withEnds(rows, unpublished)) {
    const key = `${row.day} ${row.slug}`
    found.set(key, joined(found.get(key), row))
  }
  return [...found.values()]
}

type Made = { readonly isAnyUnpublished: boolean; readonly ends: string; readonly outings: readonly ArticleOuting[] }
const made = new WeakMap<readonly (readonly OutRow[])[], Made>()

/** The same list as long as nothing in it changed. */
const outingsOf = (db: ReadableDb, brandId: string): readonly ArticleOuting[] => {
  const bySlug = keptRows(db, { brandId, nowMs: 0 })
  const before = made.get(bySlug)
  const isAnyUnpublished =
    before?.isAnyUnpublished ?? bySlug.some((rows) => rows.some(({ unpublished }) => unpublished !== null))
  // Once for the brand: looked up for each article, they are as many reads as articles times unpublishes.
  const unpublished = isAnyUnpublished ? confirmedOnProviders(db, 'unpublish', brandId) : []
  const ends = JSON.stringify(unpublished)
  if (before?.ends === ends) return before.outings
  const rows = bySlug.flat().sort((one, other) => one.outing.day - other.outing.day || one.no - other.no)
  const outings = inDays(rows, unpublished)
  made.set(bySlug, { isAnyUnpublished, ends, outings })
  return outings
}

/** What brands published, also what they took off again later; a slug once for each day, oldest first. */
export const articleOutings = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }) =>
  brandIds.map((brandId) => ({ brandId, outings: outingsOf(db, brandId) }))
