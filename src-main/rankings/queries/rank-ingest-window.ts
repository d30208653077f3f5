import { positionMove } from '../../../src-shared/desk/position-move.ts'
import type { RankedPage, TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { caseFold } from '../../base/text.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import type { IngestResult } from '../../store/parse-reply.ts'
import { rankedChange, rankedPosition } from '../rules/rank-position.ts'
import { insertRows } from './insert-rows.ts'
import { numberKeywords } from './rank-keywords.ts'
import { ingestReply, type SliceArgs } from './rank-reply.ts'
import { ensureSlice, SLICE_SPAN } from './rank-slices.ts'
import { summarise } from './rank-summary.ts'

export const MEASURES =
  'clicks, impressions, ctr, position, clicks_change, impressions_change, ctr_change, position_change'
const ROW = `rank_latest (id, slice, keyword, folded, ${MEASURES}, is_starred, language_id, pages)`
const PAGE = `rank_page (id, n, page, folded, ${MEASURES})`

type Values = (string | number | null)[]

const pushMeasures = (into: Values, item: TopKeyword | RankedPage): void =>
  void into.push(
    item.clicks,
    item.impressions,
    item.ctr,
    rankedPosition(item.position),
    item.clicksChange ?? null,
    item.impressionsChange ?? null,
    item.ctrChange ?? null,
    rankedChange(item),
  )

type NewRow = { readonly id: number; readonly text: string; readonly item: TopKeyword }

const insertWindow = (db: WritableDb, slice: number, sorted: readonly NewRow[]): void => {
  const rows: Values = []
  const pages: Values = []
  for (const { id, text, item } of sorted) {
    rows.push(id, slice, text, caseFold(text))
    pushMeasures(rows, item)
    rows.push(item.isStarred === true ? 1 : 0, item.languageId?.toWellFormed() ?? null, item.pages ?? null)
    for (const [n, ranked] of item.rankedPages?.entries() ?? []) {
      const page = ranked.page.toWellFormed()
      pages.push(id, n, page, caseFold(page))
      pushMeasures(pages, ranked)
    }
  }
  insertRows(db.cache, { into: ROW, columns: 15, values: rows })
  insertRows(db.cache, { into: PAGE, columns: 12, values: pages })
}

const SAVE_STATS = `INSERT OR REPLACE INTO rank_stats
  (slice, keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions, fetched_at_ms, up, down)
  VALUES (?, @keywords, @ranking, @top3, @top10, @visibility, @avgPosition, @clicks, @impressions, ?, ?, ?)`

const HAS_STATS = 'SELECT 1 FROM rank_stats WHERE slice = ?'
const TOUCH_STATS = 'UPDATE rank_stats SET fetched_at_ms = ? WHERE slice = ?'

const storeWindow = (db: WritableDb, args: SliceArgs, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, args.brandId, args.slice)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const first = slice * SLICE_SPAN
  const range = [first, first + SLICE_SPAN - 1]
  prepared(db.cache, 'DELETE FROM rank_latest WHERE id BETWEEN ? AND ?').run(range)
  prepared(db.cache, 'DELETE FROM rank_page WHERE id BETWEEN ? AND ?').run(range)
  const rows = Array.from(items, ([text, item], index) => ({ text, item, id: first + (numbers[index] ?? 0) }))
  rows.sort((a, b) => a.id - b.id)
  insertWindow(db, slice, rows)
  const moves = rows.map(({ item }) => positionMove(rankedChange(item) ?? 0))
  const up = moves.filter((move) => move === 'up').length
  const down = moves.filter((move) => move === 'down').length
  const ranked = rows.map(({ item: { clicks, impressions, position } }) => ({
    clicks,
    impressions,
    position: rankedPosition(position),
  }))
  prepared(db.cache, SAVE_STATS).run(slice, args.fetchedAtMs, up, down, summarise(ranked))
}

/**
 * One page of the review window with its comparison. With its last page every row of the slice is replaced, so keywords
 * that the service no longer lists are gone. Throws `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestWindow = (db: WritableDb, args: SliceArgs): IngestResult =>
  ingestReply(db, args, {
    of: 'window',
    store: (items) => storeWindow(db, args, items),
    repeat: {
      hasRows: (slice) => prepared(db.cache, HAS_STATS).get(slice) !== undefined,
      touch: (slice) => void prepared(db.cache, TOUCH_STATS).run(args.fetchedAtMs, slice),
    },
  })
