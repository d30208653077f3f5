import { positionMove } from '../../../src-shared/desk/position-move.ts'
import type { RankedPage, TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { caseFold } from '../../base/text.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { cursorOf, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { rankedChange, rankedPosition } from '../rules/rank-position.ts'
import { type IngestWindowArgs, writeWhole } from './rank-ingest-day.ts'
import { numberKeywords } from './rank-keywords.ts'
import { ensureSlice, SLICE_SPAN } from './rank-slices.ts'
import { stagePage } from './rank-stage.ts'
import { summarise } from './rank-summary.ts'

export const MEASURES =
  'clicks, impressions, ctr, position, clicks_change, impressions_change, ctr_change, position_change'
const INSERT_ROW = `INSERT INTO rank_latest
  (id, slice, keyword, folded, ${MEASURES}, is_starred, language_id, pages)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_PAGE = `INSERT INTO rank_page (id, n, page, folded, ${MEASURES})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const measuresOf = (item: TopKeyword | RankedPage) => [
  item.clicks,
  item.impressions,
  item.ctr,
  rankedPosition(item.position),
  item.clicksChange ?? null,
  item.impressionsChange ?? null,
  item.ctrChange ?? null,
  rankedChange(item),
]

type NewRow = { readonly id: number; readonly text: string; readonly item: TopKeyword }

const insertRow = (db: WritableDb, slice: number, { id, text, item }: NewRow): void => {
  prepared(db.cache, INSERT_ROW).run(
    id,
    slice,
    text,
    caseFold(text),
    ...measuresOf(item),
    item.isStarred === true ? 1 : 0,
    item.languageId?.toWellFormed() ?? null,
    item.pages ?? null,
  )
  const insertPage = prepared(db.cache, INSERT_PAGE)
  item.rankedPages?.forEach((ranked, n) => {
    const page = ranked.page.toWellFormed()
    insertPage.run(id, n, page, caseFold(page), ...measuresOf(ranked))
  })
}

const SAVE_STATS = `INSERT OR REPLACE INTO rank_stats
  (slice, keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions, fetched_at_ms, up, down)
  VALUES (?, @keywords, @ranking, @top3, @top10, @visibility, @avgPosition, @clicks, @impressions, ?, ?, ?)`

const storeWindow = (db: WritableDb, args: IngestWindowArgs, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, args.brandId, args.slice)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const first = slice * SLICE_SPAN
  const range = [first, first + SLICE_SPAN - 1]
  prepared(db.cache, 'DELETE FROM rank_latest WHERE id BETWEEN ? AND ?').run(range)
  prepared(db.cache, 'DELETE FROM rank_page WHERE id BETWEEN ? AND ?').run(range)
  const rows = Array.from(items, ([text, item], index) => ({ text, item, id: first + (numbers[index] ?? 0) }))
  rows.sort((a, b) => a.id - b.id)
  for (const row of rows) insertRow(db, slice, row)
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
export const ingestWindow = (db: WritableDb, args: IngestWindowArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.topKeywords', args)
  const nextCursor = cursorOf(reply)
  const key = JSON.stringify([args.brandId, args.slice])
  const items = stagePage(db.cache, { key, batch: args.batch, items: reply.items, isLast: nextCursor === null })
  if (items !== undefined) writeWhole(db, () => storeWindow(db, args, items))
  return { rows: reply.items.length, nextCursor }
}
