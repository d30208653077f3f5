// What followed each article, kept in the cache: to list it over 200 brands is to read some thousand rows, not their history.
import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { dayNumber } from '../../base/clock.ts'
import { seriesStamp } from '../../rankings/public.ts'
import { brandNo, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { searchText } from '../../store/search-text.ts'
import type { BrandOutings } from '../rules/outing.ts'
import { type BrandArticle, brandArticles, type WorkedOut } from './load-impacts.ts'

/** What publishing knows of brands: `articles.outings`. */
export type ReadOutings = (db: ReadableDb, args: { readonly brandIds: readonly string[] }) => readonly BrandOutings[]

type Stamp = { readonly series: string | null; readonly stamp: string }
/** A brand may have tens of thousands: the same list is not gone over again. */
const stamps = new WeakMap<BrandOutings['outings'], Stamp>()

const stampOf = (db: ReadableDb, { brandId, outings }: BrandOutings): string => {
  const series = seriesStamp(db, brandId)
  const known = stamps.get(outings)
  if (known?.series === series) return known.stamp
  const stamp = hash('sha1', JSON.stringify([series, outings]), 'base64url')
  stamps.set(outings, { series, stamp })
  return stamp
}

const KEPT = 'SELECT stamp FROM impact_state WHERE brand_no = ?'

/** What the rows of a brand are to be worked out from; null: they were. */
const newStamp = (db: ReadableDb, brand: BrandOutings): string | null => {
  const no = findBrandNo(db, brand.brandId)
  const kept = no === null ? undefined : prepared<{ stamp: string }>(db.cache, KEPT).get(no)
  if (kept === undefined && brand.outings.length === 0) return null
  const stamp = stampOf(db, brand)
  return kept?.stamp === stamp ? null : stamp
}

/** Whether days or articles of the brand changed since its rows were worked out. */
export const createIsImpactStale =
  (outingsOf: ReadOutings) =>
  (db: ReadableDb, { brandId }: { readonly brandId: string }): boolean => {
    const [brand] = outingsOf(db, { brandIds: [brandId] })
    return brand !== undefined && newStamp(db, brand) !== null
  }

const INSERT = `INSERT OR REPLACE INTO impact (brand_no, slug, title, folded, day, page, is_new_page, verdict, reason, effect,
    low, high, detectable, keywords, clicks_before, clicks_after, control_change, days_after, stamp)
  VALUES (@brand, @slug, @title, @folded, @day, @page, @isNewPage, @verdict, @reason, @effect, @low, @high,
    @detectable, @keywords, @clicksBefore, @clicksAfter, @controlChange, @daysAfter, @stamp)`
const ROWS = 'SELECT id, slug, day, stamp FROM impact WHERE brand_no = ?'
const DELETE = 'DELETE FROM impact WHERE id = ?'

type Kept = { readonly id: number; readonly slug: string; readonly day: number; readonly stamp: string }
const keyOf = ({ slug, day }: Pick<Kept, 'slug' | 'day'>): string => `${day} ${slug}`

/** What is left to do for a brand. */
type Plan = {
  readonly brandId: string
  readonly no: number
  readonly series: string | null
  readonly stamp: string
  /** Rows of articles that are gone. */
  readonly gone: readonly number[]
  readonly changed: readonly BrandArticle[]
  readonly workOut: (article: BrandArticle) => WorkedOut
  done: number
}

const planOf = (db: WritableDb, brand: BrandOutings): Plan | null => {
  const stamp = newStamp(db, brand)
  if (stamp === null) return null
  const { brandId } = brand
  const no = brandNo(db, brandId)
  const kept = new Map(
    prepared<Kept>(db.cache, ROWS)
      .all(no)
      .map((row) => [keyOf(row), row]),
  )
  const { articles, createWorkOut } = brandArticles(db, brand)
  const changed: BrandArticle[] = []
  for (const article of articles()) {
    const key = keyOf(article.outing)
    if (kept.get(key)?.stamp !== article.stamp) changed.push(article)
    kept.delete(key)
  }
  const gone = Array.from(kept.values(), ({ id }) => id)
  const series = seriesStamp(db, brandId)
  return { brandId, no, series, stamp, gone, changed, workOut: createWorkOut(changed), done: 0 }
}

/** The brand that this thread works out, from one piece of the work to the next. */
const underWay = new WeakMap<Database, Plan>()

/** A plan holds until its days or its brand change; articles that change meanwhile are of the next one. */
const planUnderWay = (db: WritableDb, brandId: string): Plan | undefined => {
  const plan = underWay.get(db.cache)
  const isGood =
    plan?.brandId === brandId && plan.no === findBrandNo(db, brandId) && plan.series === seriesStamp(db, brandId)
  return isGood ? plan : undefined
}

const saveRow = ({ cache }: WritableDb, { no, workOut }: Plan, article: BrandArticle): void => {
  const { row } = workOut(article)
  prepared(cache, INSERT).run({
    ...row,
    brand: no,
    slug: row.articleSlug,
    day: dayNumber(row.publishedDay),
    folded: searchText([row.articleSlug, row.title, row.page]),
    isNewPage: row.isNewPage ? 1 : 0,
    low: row.interval?.low ?? null,
    high: row.interval?.high ?? null,
    interval: null,
    stamp: article.stamp,
  })
}

const savePiece = (db: WritableDb, plan: Plan, isOver: () => boolean): void => {
  const { no, gone, changed, stamp } = plan
  const from = plan.done
  let done = from
  db.cache.transaction(() => {
    if (from === 0) for (const id of gone) prepared(db.cache, DELETE).run(id)
    for (const article of changed.slice(from)) {
      if (done > from && isOver()) return
      saveRow(db, plan, article)
      done += 1
    }
    prepared(db.cache, 'INSERT OR REPLACE INTO impact_state VALUES (?, ?)').run(no, stamp)
  })()
  plan.done = done
}

const PIECE_MS = 25

export type SaveArgs = {
  readonly brandId: string
  /** After so many milliseconds it leaves the rest to the next piece. */
  readonly workMs?: number | undefined
}

type Saved = { readonly isDone: boolean; readonly isChanged: boolean; readonly workedMs: number }

/**
 * Works out what followed those articles of a brand of which something changed since; rows of other articles go. Piece by
 * piece, so that the thread is free for others in between: until it is done.
 */
export const createSaveImpacts =
  (outingsOf: ReadOutings) =>
  (db: WritableDb, { brandId, workMs = PIECE_MS }: SaveArgs): Saved => {
    const startedMs = performance.now()
    const workedMs = () => performance.now() - startedMs
    let plan = planUnderWay(db, brandId)
    if (plan === undefined) {
      underWay.delete(db.cache)
      const [brand] = outingsOf(db, { brandIds: [brandId] })
      const made = brand === undefined ? null : planOf(db, brand)
      if (made === null) return { isDone: true, isChanged: false, workedMs: workedMs() }
      plan = made
    }
    underWay.delete(db.cache) // a piece that fails is planned again
    savePiece(db, plan, () => workedMs() >= workMs)
    const isDone = plan.done >= plan.changed.length
    if (!isDone) underWay.set(db.cache, plan)
    return { isDone, isChanged: true, workedMs: workedMs() }
  }
