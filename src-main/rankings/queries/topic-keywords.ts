// The keywords of a topic by their text, with their pages and days. The service does not say which keywords a cluster
// has: this is the desk's own matching, and callers say so.
import type { Database } from 'better-sqlite3'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/slice.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { asOf } from '../../store/freshness.ts'
import { hasTopic, topicWords } from '../rules/topic-words.ts'
import { readOnce } from './rank-memo.ts'
import { readDay } from './rank-packed.ts'
import { findSlice, SLICE_SPAN } from './rank-slices.ts'

type Topic = CallOutput<'clusters.keywords'>
type Keyword = Topic['keywords'][number] & { readonly id: number; readonly folded: string }

const KEYWORDS_MAX = 50
const PAGES_MAX = 20
const DAYS = 28

const ROWS = `SELECT id, keyword, folded, position, position_change AS positionChange, clicks,
  clicks_change AS clicksChange, impressions FROM rank_latest WHERE id BETWEEN @first AND @last
  ORDER BY clicks DESC, impressions DESC, id`
const PAGES = `SELECT p.page, count(*) AS keywords, sum(p.clicks) AS clicks, sum(p.impressions) AS impressions,
    sum(p.clicks_change) AS clicksChange, sum(p.impressions_change) AS impressionsChange
  FROM json_each(@ids) j CROSS JOIN rank_page p ON p.id = j.value
  GROUP BY p.page ORDER BY sum(p.clicks) DESC, sum(p.impressions) DESC, p.page LIMIT ${PAGES_MAX}`
const LAST_DAYS = `SELECT day FROM rank_day
  WHERE slice = @slice AND day > (SELECT max(day) FROM rank_day WHERE slice = @slice) - ${DAYS} ORDER BY day`

/** Clicks and the mean position of these keywords, day by day. */
const daysOf = (cache: Database, slice: number, keywords: ReadonlySet<number>): Topic['days'] =>
  prepared<{ day: number }>(cache, LAST_DAYS)
    .all({ slice })
    .map(({ day }) => {
      const rows = readDay(cache, slice, day).filter(({ keyword }) => keywords.has(keyword))
      const positions = rows.flatMap(({ position }) => position ?? [])
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      return {
        day: dayFromNumber(day),
        clicks: sum(rows.map(({ clicks }) => clicks)),
        position: positions.length === 0 ? null : sum(positions) / positions.length / 1000,
      }
    })

const NOTHING = { keywords: [], total: 0, pages: [], days: [] }

/** The most clicks first. */
export const topicKeywords = (db: ReadableDb, { brandId, topic }: { brandId: string; topic: string }): Topic =>
  readOnce(db, () => {
    const words = topicWords(topic)
    const slice = findSlice(db, brandId, DEFAULT_SLICE)
    const fetched = asOf(db, 'rankings', [brandId])
    if (slice === undefined || words.length === 0) return { words: [...words], ...NOTHING, asOf: fetched }
    const range = { first: slice * SLICE_SPAN, last: (slice + 1) * SLICE_SPAN - 1 }
    const found = prepared<Keyword>(db.cache, ROWS)
      .all(range)
      .filter(({ folded }) => hasTopic(folded, words))
    const ids = JSON.stringify(found.map(({ id }) => id))
    return {
      asOf: fetched,
      words: [...words],
      keywords: found.slice(0, KEYWORDS_MAX).map(({ id: _id, folded: _folded, ...row }) => row),
      total: found.length,
      pages: prepared<Topic['pages'][number]>(db.cache, PAGES).all({ ids }),
      days: found.length === 0 ? [] : daysOf(db.cache, slice, new Set(found.map(({ id }) => id % SLICE_SPAN))),
    }
  })
