import type { Database } from 'better-sqlite3'
import type { TopKeyword } from '../../../../src-shared/service/rank-tracking.ts'
import { DAY_MS, dayNumber } from '../../../base/clock.ts'
import { caseFold } from '../../../base/text.ts'
import { prepared, type WritableDb } from '../../../store/db.ts'
import type { IngestResult } from '../../../store/parse-reply.ts'
import { rankedChange, rankedPosition } from '../../rules/rank-position.ts'
import { numberKeywords, urlNumbers } from '../rank-keywords.ts'
import { savePages } from '../rank-pages.ts'
import { ingestReply, type SliceArgs } from '../rank-reply.ts'
import { ensureSlice, SLICE_SPAN } from '../rank-slices.ts'
import { saveWindowFigures, type WindowRead, windowFigures } from '../window-figures.ts'
import { insertRows, updateRows } from './write-rows.ts'

const NOW = ['clicks', 'impressions', 'ctr', 'position']
export const MEASURES: readonly string[] = [...NOW, ...NOW.map((measure) => `${measure}_change`)]
/** What a sync may change in a keyword's row; its text stays. */
export const CHANGING: readonly string[] = [...MEASURES, 'is_starred', 'language_id', 'pages']
const INSERT = `rank_latest (${CHANGING.join(', ')}, id, slice, keyword, folded)`
const COLUMNS = CHANGING.length + 4
const IDS = 'SELECT id FROM rank_latest WHERE id BETWEEN ? AND ?'

type Values = (string | number | null)[]
type NewRow = { readonly id: number; readonly text: string; readonly item: TopKeyword }

const changingOf = (item: TopKeyword) => [
  item.clicks,
  item.impressions,
  item.ctr,
  rankedPosition(item.position),
  item.clicksChange ?? null,
  item.impressionsChange ?? null,
  item.ctrChange ?? null,
  rankedChange(item),
  item.isStarred === true ? 1 : 0,
  item.languageId?.toWellFormed() ?? null,
  item.pages ?? null,
]

/** Rows that are there are written over: a sync mostly brings the same keywords with other figures. */
const replaceRows = ({ cache }: WritableDb, slice: number, sorted: readonly NewRow[]): void => {
  const first = slice * SLICE_SPAN
  const left = new Set(
    prepared<number>(cache, IDS)
      .pluck()
      .all(first, first + SLICE_SPAN - 1),
  )
  const known: Values = []
  const added: Values = []
  for (const { id, text, item } of sorted) {
    if (left.delete(id)) known.push(...changingOf(item), id)
    else added.push(...changingOf(item), id, slice, text, caseFold(text))
  }
  updateRows(cache, { table: 'rank_latest', columns: CHANGING, values: known })
  insertRows(cache, { into: INSERT, columns: COLUMNS, values: added })
  for (const id of left) prepared(cache, 'DELETE FROM rank_latest WHERE id = ?').run(id)
}

/** The ranked pages of all rows, each with the number of its address. */
const newPages = (cache: Database, brand: number, sorted: readonly NewRow[]) => {
  const numberOf = urlNumbers(cache, brand)
  return sorted.flatMap(({ id, item }) =>
    (item.rankedPages ?? []).map((page) => ({ id, url: numberOf(page.page.toWellFormed()), page })),
  )
}

const HAS_STATS = 'SELECT 1 FROM rank_stats WHERE slice = ?'
const TOUCH_STATS = 'UPDATE rank_stats SET fetched_at_ms = @fetchedAtMs, last_day = @lastDay WHERE slice = @slice'

type WindowArgs = SliceArgs & {
  /** The last day that the service was asked for; absent: a colleague's desk of an earlier release asked until its own day. */
  readonly lastDay?: string | undefined
}

const readOf = ({ fetchedAtMs, lastDay }: WindowArgs): WindowRead => ({
  fetchedAtMs,
  lastDay: lastDay === undefined ? Math.floor(fetchedAtMs / DAY_MS) : dayNumber(lastDay),
})

const storeWindow = (db: WritableDb, args: WindowArgs, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, args.brandId, args.slice)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const first = slice * SLICE_SPAN
  const rows = Array.from(items, ([text, item], index) => ({ text, item, id: first + (numbers[index] ?? 0) }))
  rows.sort((a, b) => a.id - b.id)
  replaceRows(db, slice, rows)
  savePages(db.cache, slice, newPages(db.cache, brand, rows))
  saveWindowFigures(db.cache, { slice, read: readOf(args), figures: windowFigures(items.values()) })
}

/**
 * One page of the review window with its comparison. With its last page every row of the slice is replaced, so keywords
 * that the service no longer lists are gone. Throws `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestWindow = (db: WritableDb, args: WindowArgs): IngestResult =>
  ingestReply(db, args, {
    of: 'window',
    store: (items) => storeWindow(db, args, items),
    repeat: {
      hasRows: (slice) => prepared(db.cache, HAS_STATS).get(slice) !== undefined,
      touch: (slice) => void prepared(db.cache, TOUCH_STATS).run({ slice, ...readOf(args) }),
    },
  })
