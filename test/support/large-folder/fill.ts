// A data folder of an agency that works for years, filled by SQL in the same shape at any size.
import type { Database } from 'better-sqlite3'
import { toDay } from '../../../src-main/base/clock.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { storeDay } from '../../../src-main/rankings/queries/ingest/day.ts'
import { ingestWindow } from '../../../src-main/rankings/queries/ingest/window.ts'
import { saveMoves } from '../../../src-main/rankings/queries/rank-moves.ts'
import { brandNo } from '../../../src-main/store/cache-brands.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { saveFreshness } from '../../../src-main/store/freshness.ts'
import { saveDerivedThrough } from '../../../src-main/store/inbox.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import { tables } from '../../../src-main/tables.ts'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import type { TempHome } from '../temp-home.ts'
import { newBrand } from '../temp-store.ts'
import { cacheRows } from './cache-rows.ts'
import { coreRows, type Rows } from './core-rows.ts'
import { type FolderSize, LARGE } from './size.ts'

const DAY_MS = 86_400_000

/** What both files say of the same row is of the same brand. */
const insertRows = (
  db: Database,
  { table, count, columns }: Rows,
  { brands, nowMs }: { brands: number; nowMs: number },
) =>
  db
    .prepare(
      `WITH RECURSIVE number(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < @count),
         row AS (SELECT i, brand_no, 'b' || brand_no AS brand
           FROM (SELECT i, 1 + iif(i % 20 < 19, i % 4, i % @brands) AS brand_no FROM number))
       INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM row`,
    )
    .run({ count: BigInt(Math.ceil(count)), brands: BigInt(brands), now: BigInt(nowMs) })

const keywordOf = (at: number): string => `keyword ${at}`

const item = (at: number, day: number): TopKeyword => ({
  keyword: keywordOf(at),
  ...{ clicks: (at * 7 + day) % 90, impressions: 900 + at, ctr: 0.05, position: 1 + ((at * 13 + day * 3) % 60) },
  ...{ clicksChange: 1, impressionsChange: 1, ctrChange: 0, positionChange: (at % 7) - 3 },
})

const withPages = (one: TopKeyword, pages: number) => {
  const { keyword: _, ...measures } = one
  const rankedPages = Array.from({ length: pages }, (_page, at) => ({
    page: `https://brand.example/article-${at}`,
    ...measures,
  }))
  return { ...one, isStarred: false, languageId: 'en', pages, rankedPages }
}

const fillRankings = (
  db: WritableDb,
  { keywords, days }: FolderSize,
  { brandId, nowMs }: { brandId: string; nowMs: number },
) => {
  const place = { brandId, slice: DEFAULT_SLICE, fetchedAtMs: nowMs }
  const ofDay = (day: number) => Array.from({ length: keywords }, (_, at) => withPages(item(at, day), 1 + (at % 2)))
  const body = new TextEncoder().encode(JSON.stringify({ items: ofDay(0) })).buffer
  ingestWindow(db, { ...place, batch: 1, body })
  const kept = Array.from(
    { length: Math.min(days, 7) },
    (_, day) => new Map(ofDay(day).map((one) => [one.keyword, one])),
  )
  db.cache.transaction(() => {
    for (let day = 0; day < days; day += 1)
      storeDay(db, { ...place, day: toDay(nowMs - (days - day) * DAY_MS) }, kept[day % kept.length] ?? new Map())
  })()
  saveMoves(db, { brandId, slice: DEFAULT_SLICE })
}

/** Brands b1 … bN; b1 to b4 have nearly all rows. */
export const fillFolder = (db: WritableDb, size: FolderSize, nowMs: number): void => {
  const brandIds = Array.from({ length: size.brands }, (_, at) => `b${at + 1}`)
  for (const id of brandIds) {
    insertBrand(db, newBrand(`Brand ${id}`, { id, teamId: `team ${id}` }))
    brandNo(db, id)
  }
  const { core, inbox, cache } = db
  const args = { brands: size.brands, nowMs }
  const isOf = (file: string) => (rows: Rows) => rows.table.startsWith(file)
  const ofCore = coreRows(size)
  core.transaction(() => {
    for (const rows of ofCore.filter((one) => !isOf('inbox.')(one))) insertRows(core, rows, args)
  })()
  inbox.transaction(() => {
    for (const rows of ofCore.filter(isOf('inbox.'))) insertRows(inbox, { ...rows, table: 'arrival' }, args)
  })()
  saveDerivedThrough(core, size.deliveries)
  cache.transaction(() => {
    for (const rows of cacheRows(size)) insertRows(cache, { ...rows, table: rows.table.replace('cache.', '') }, args)
  })()
  for (const brandId of brandIds) {
    fillRankings(db, size, { brandId, nowMs })
    saveFreshness(
      db,
      DATASETS.map((dataset) => ({ brandId, dataset, state: 'ok', fetchedAtMs: nowMs, rows: 1 })),
    )
  }
}

/** In a data folder where no desk was yet. */
export const fillLargeFolder = async (home: TempHome, nowMs: number): Promise<void> => {
  await loadReplySchemas()
  const { db } = openForWriting(home, tables)
  fillFolder(db, LARGE, nowMs)
  closeFiles(db, 'writer')
}
