// The keywords of a topic by their text, with their pages and days. The service does not say which keywords a cluster
// has: this is the desk's own matching, and callers say so.
import type { Database } from 'better-sqlite3'
import type { CallOutput } from '../../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../../src-shared/desk/values/slice.ts'
import { dayFromNumber } from '../../../base/clock.ts'
import { prepared, type ReadableDb } from '../../../store/db.ts'
import { freshAsOf } from '../../../store/freshness.ts'
import type { Measure } from '../../rules/packed-pages.ts'
import { hasTopic, topicWords } from '../../rules/topic-words.ts'
import { readOnce } from '../rank-memo.ts'
import { readDay } from '../rank-packed.ts'
import { addressesOf, pagesOfRows } from '../rank-pages.ts'
import { findSlice, SLICE_SPAN } from '../rank-slices.ts'

type Topic = CallOutput<'clusters.keywords'>
type Keyword = Topic['keywords'][number] & { readonly id: number; readonly folded: string }

const KEYWORDS_MAX = 50
const PAGES_MAX = 20
const DAYS = 28

const ROWS = `SELECT id, keyword, folded, position, position_change AS positionChange, clicks,
  clicks_change AS clicksChange, impressions FROM rank_latest WHERE id BETWEEN @first AND @last
  ORDER BY clicks DESC, impressions DESC, id`
const LAST_DAYS = `SELECT day FROM rank_day
  WHERE slice = @slice AND day > (SELECT max(day) FROM rank_day WHERE slice = @slice) - ${DAYS} ORDER BY day`

/** Clicks and the mean position of these keywords, day by day. */
const daysOf = (cache: Database, slice: number, keywords: ReadonlySet<number>): Topic['days'] =>
  prepared<{ day: number }>(cache, LAST_DAYS)
    .all({ slice })
    .map(({ day }) => {
      const rows = readDay(cache, slice, day).filter(({ keyword }) => keywords.has(keyword))
      const positions = rows.flatMap(({ position }) => position ?? [])
      return {
        day: dayFromNumber(day),
        clicks: sum(rows.map(({ clicks }) => clicks)),
        position: positions.length === 0 ? null : sum(positions) / positions.length / 1000,
      }
    })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Null where none is known. */
const sumOfKnown = (values: readonly Measure[]): Measure => {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : sum(known)
}

/** The pages of these rows, most clicks first. */
const pagesOf = (cache: Database, ids: readonly number[]): Topic['pages'] => {
  const byUrl = Map.groupBy(pagesOfRows(cache, ids), ({ url }) => url)
  const addresses = addressesOf(cache, byUrl.keys())
  const pages = Array.from(byUrl, ([url, rows]) => {
    const column = (index: number): Measure[] => rows.map(({ measures }) => measures[index] ?? null)
    const [clicks = 0, impressions = 0] = [sumOfKnown(column(0)) ?? 0, sumOfKnown(column(1)) ?? 0]
    const changes = { clicksChange: sumOfKnown(column(4)), impressionsChange: sumOfKnown(column(5)) }
    return { page: addresses.get(url) ?? '', keywords: rows.length, clicks, impressions, ...changes }
  })
  const byAddress = (a: string, b: string): number => (a < b ? -1 : 1)
  return pages
    .sort((a, b) => b.clicks - a.clicks || b.impressions - a.impressions || byAddress(a.page, b.page))
    .slice(0, PAGES_MAX)
}

const NOTHING = { keywords: [], total: 0, pages: [], days: [] }

/** The most clicks first. */
export const topicKeywords = (db: ReadableDb, { brandId, topic }: { brandId: string; topic: string }): Topic =>
  readOnce(db, () => {
    const words = topicWords(topic)
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    const fetched = freshAsOf(db, 'rankings', [brandId])
    if (slice === undefined || words.length === 0) return { words: [...words], ...NOTHING, freshAsOf: fetched }
    const range = { first: slice * SLICE_SPAN, last: (slice + 1) * SLICE_SPAN - 1 }
    const found = prepared<Keyword>(db.cache, ROWS)
      .all(range)
      .filter(({ folded }) => hasTopic(folded, words))
    return {
      freshAsOf: fetched,
      words: [...words],
      keywords: found.slice(0, KEYWORDS_MAX).map(({ id: _id, folded: _folded, ...row }) => row),
      total: found.length,
      pages: pagesOf(
        db.cache,
        found.map(({ id }) => id),
      ),
      days: found.length === 0 ? [] : daysOf(db.cache, slice, new Set(found.map(({ id }) => id % SLICE_SPAN))),
    }
  })
