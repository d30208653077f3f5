import { dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { findRow } from '../rules/packed-day.ts'
import { type PackedRows, type Packing, type PageRecord, packRow, type RowRecord } from '../rules/packed-rows.ts'
import { MEASURES } from './ingest/window.ts'
import { marksOf, NO_MARK } from './keywords/keyword-marks.ts'
import type { Periods } from './period-columns.ts'
import { figuresOf } from './period-page.ts'
import { readPacked, readSpans } from './rank-packed.ts'
import { addressesOf, pagesOfRows } from './rank-pages.ts'
import type { RankQuery } from './rank-plan.ts'
import type { Scope, ScopedSlice } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'
import { type Snapshots, shownOf, type When } from './rank-snapshots.ts'
import { listsUnranked } from './rank-tracked.ts'

// Trends of all rows of a page come by one statement that reads each packed day of their slices once: a page of 60 rows
// has 1,680 positions.

type TrendRow = { readonly id: number; readonly lastDay: number | null }

/** The day with which the figures of the rows end: a later one is not over, and on it most keywords have no position yet. */
const trendEnd = (slice: ScopedSlice | undefined): number | null => {
  const { newestDay = null, windowLast = null } = slice ?? {}
  return newestDay === null || windowLast === null ? newestDay : Math.min(newestDay, windowLast)
}

/** Positions of the last days of each row, oldest first; null where it did not rank or no day is cached. */
const trendsOf = ({ cache }: ReadableDb, rows: readonly TrendRow[], days: number): (number | null)[][] => {
  const trends = rows.map(() => new Array<number | null>(days).fill(null))
  if (days === 0) return trends
  const wanted = rows.flatMap(({ id, lastDay }, index) =>
    lastDay === null ? [] : [{ slice: Math.floor(id / SLICE_SPAN), keyword: id % SLICE_SPAN, lastDay, index }],
  )
  const bySlice = Map.groupBy(wanted, ({ slice }) => slice)
  const spans = Array.from(bySlice, ([slice, [first]]) => {
    const to = first?.lastDay ?? 0
    return { slice, from: to - days + 1, to }
  })
  for (const { slice, day, data } of readSpans(cache, spans)) {
    for (const { keyword, lastDay, index } of bySlice.get(slice) ?? []) {
      const trend = trends[index]
      const position = findRow(data, keyword)?.position ?? null
      if (trend !== undefined && position !== null) trend[day - (lastDay - days + 1)] = position / 1000
    }
  }
  return trends
}

// The page that ranked for a keyword at the end of a day or a period: the days know it, their sums do not. A keyword has
// none on a day on which it did not rank, so a period is looked through from its end.

/** Days of a period that are looked through, its last ones. */
const LOOK_BACK_DAYS = 7

type Days = { readonly first: number; readonly last: number }

/** Of rows of one slice: numbers of addresses by row. Days that are not cached are passed over. */
const urlsOfSlice = ({ cache }: ReadableDb, slice: number, ids: readonly number[], { first, last }: Days) => {
  const urls = new Map<number, number>()
  const oldest = Math.max(first, last - LOOK_BACK_DAYS + 1)
  for (let day = last; day >= oldest && urls.size < ids.length; day -= 1) {
    const data = readPacked(cache, slice, day)
    if (data === undefined) continue
    for (const id of ids) {
      const page = urls.has(id) ? 0 : (findRow(data, id % SLICE_SPAN)?.page ?? 0)
      if (page !== 0) urls.set(id, page)
    }
  }
  return urls
}

/** By the ids of rows; a row without an entry has no known page. */
const pagesAtEnd = (db: ReadableDb, ids: readonly number[], days: Days): ReadonlyMap<number, string> => {
  const slices = Map.groupBy(ids, (id) => Math.floor(id / SLICE_SPAN))
  const urls = [...slices].flatMap(([slice, of]) => [...urlsOfSlice(db, slice, of, days)])
  const addresses = addressesOf(
    db.cache,
    urls.map(([, url]) => url),
  )
  return new Map(urls.map(([id, url]) => [id, addresses.get(url) ?? '']))
}

const isTracked = (id: string, text: string) => `EXISTS (SELECT 1 FROM rank_slice s JOIN tracked_keyword t
  ON t.brand_no = s.brand_no AND t.keyword = ${text} WHERE s.id = ${id} >> 32)`

const WINDOW_ROWS = `SELECT r.id, keyword, is_starred, ${isTracked('r.id', 'r.keyword')}, language_id, pages, ${MEASURES.join(', ')},
    position - position_change
  FROM json_each(?) j CROSS JOIN rank_latest r ON r.id = j.value`

/** The same for tracked keywords, also those without a row. */
const TRACKED_ROWS = `SELECT j.value, k.text, coalesce(is_starred, 0), 1, language_id, pages,
    coalesce(clicks, 0), coalesce(impressions, 0), coalesce(ctr, 0), position,
    clicks_change, impressions_change, ctr_change, position_change, position - position_change
  FROM json_each(?) j CROSS JOIN rank_keyword k ON k.id = j.value & 4294967295
    LEFT JOIN rank_latest r ON r.id = j.value`

const CTR = 'iif(c.impressions > 0, c.clicks * 1.0 / c.impressions, 0)'
const CTR_WAS = 'iif(p.impressions > 0, p.clicks * 1.0 / p.impressions, 0)'

/** The columns of WINDOW_ROWS for one snapshot; changes are null where the other one is not cached. */
const snapshotRows = ({ rows, list, key }: Snapshots): string => {
  const against = (now: string, was: string) =>
    `iif(EXISTS (SELECT 1 FROM ${list} d WHERE d.slice = j.value >> 32 AND d.${key} = @before), ${now} - ${was}, NULL)`
  return `
  SELECT j.value, k.text, coalesce(r.is_starred, 0), ${isTracked('j.value', 'k.text')}, r.language_id, NULL,
    coalesce(c.clicks, 0), coalesce(c.impressions, 0), ${CTR}, c.position / 1000.0,
    ${against('coalesce(c.clicks, 0)', 'coalesce(p.clicks, 0)')},
    ${against('coalesce(c.impressions, 0)', 'coalesce(p.impressions, 0)')},
    ${against(CTR, CTR_WAS)}, (c.position - p.position) / 1000.0, p.position / 1000.0
  FROM json_each(@ids) j CROSS JOIN rank_keyword k ON k.id = j.value & 4294967295
    LEFT JOIN ${rows} c ON c.slice = j.value >> 32 AND c.${key} = @now AND c.keyword = k.id
    LEFT JOIN ${rows} p ON p.slice = j.value >> 32 AND p.${key} = @before AND p.keyword = k.id
    LEFT JOIN rank_latest r ON r.id = j.value`
}

/** Rows as lists of their columns: an id and plain values, by the SQL above. */
const raw = (db: ReadableDb, sql: string, args: unknown): RowRecord[] =>
  prepared(db.cache, sql).raw().all(args) as RowRecord[] // raw rows are lists of columns

export type RowsArgs = {
  readonly scope: Scope
  readonly ids: readonly number[]
  readonly query: Pick<RankQuery, 'filter' | 'slice'> & When
  readonly sparkDays: number
  readonly sparksTo?: string | undefined
  /** The figures are those of these periods in memory. */
  readonly periods?: Periods | undefined
}

const TEXTS = `SELECT j.value, k.text, coalesce(r.is_starred, 0), ${isTracked('j.value', 'k.text')}, r.language_id, NULL
  FROM json_each(?) j CROSS JOIN rank_keyword k ON k.id = j.value & 4294967295 LEFT JOIN rank_latest r ON r.id = j.value`

const loadRows = (db: ReadableDb, { ids, query, scope, periods }: RowsArgs): RowRecord[] => {
  if (periods !== undefined) {
    const of = figuresOf(db, scope, periods)
    return raw(db, TEXTS, JSON.stringify(ids)).map((texts) => [...texts, ...of(texts[0])])
  }
  const shown = shownOf(query)
  if (shown === null) return raw(db, listsUnranked(query) ? TRACKED_ROWS : WINDOW_ROWS, JSON.stringify(ids))
  const { of, now, before = null } = shown
  return raw(db, snapshotRows(of), { ids: JSON.stringify(ids), now, before })
}

/** Ranked pages belong to the review window: others show them if they end with the newest day of their slice. */
const loadPages = (db: ReadableDb, { scope, ids, query }: RowsArgs): PageRecord[] => {
  const asked = shownOf(query)?.lastDay ?? null
  const isShown = (id: number) => scope.byId.get(Math.floor(id / SLICE_SPAN))?.newestDay === asked
  const shown = asked === null ? ids : ids.filter(isShown)
  const pages = shown.length === 0 ? [] : pagesOfRows(db.cache, shown)
  const addresses = addressesOf(
    db.cache,
    pages.map(({ url }) => url),
  )
  return pages.map(({ id, url, measures }) => ({ id, address: addresses.get(url) ?? '', measures }))
}

/** The rows of these ids in their order; ids that no longer exist are left out. */
export const rowsOf = (db: ReadableDb, args: RowsArgs): PackedRows => {
  const { scope, sparkDays } = args
  const sparksTo = args.sparksTo === undefined ? undefined : dayNumber(args.sparksTo)
  const sliceOf = (id: number) => scope.byId.get(Math.floor(id / SLICE_SPAN))
  const ids = args.ids.filter((id) => sliceOf(id) !== undefined)
  const records = loadRows(db, { ...args, ids })
  const ends = records.map(([id]) => ({ id, lastDay: sparksTo ?? trendEnd(sliceOf(id)) }))
  const trends = trendsOf(db, ends, sparkDays)
  const pages = loadPages(db, { ...args, ids })
  const shown = shownOf(args.query)
  const days = shown === null ? null : { first: shown.firstDay, last: shown.lastDay }
  const topPages = days === null ? null : pagesAtEnd(db, ids, days)
  const brandOf = (id: number) => sliceOf(id)?.brandId ?? ''
  const marks = marksOf(
    db,
    records.map(([id, keyword]) => ({ brandId: brandOf(id), keyword: String(keyword) })),
  )
  const brands = new Map<string, number>()
  const hasSpark = sparkDays > 0
  const packing: Packing = { figures: [], texts: [] }
  let page = 0
  for (const [index, record] of records.entries()) {
    const [id] = record
    // Both lists are in the order of the ids; pages of ids that are gone have gone with them.
    const first = page
    while (pages[page]?.id === id) page += 1
    const brandId = brandOf(id)
    const brand = brands.get(brandId) ?? brands.size
    brands.set(brandId, brand)
    const mark = marks[index] ?? NO_MARK
    packRow(packing, {
      brand,
      record,
      mark,
      rankedPages: pages.slice(first, page),
      topPage: topPages?.get(id),
      spark: hasSpark ? (trends[index] ?? []) : null,
    })
  }
  const { figures, texts } = packing
  return { count: records.length, brandIds: [...brands.keys()], figures: new Float64Array(figures), texts, hasSpark }
}
