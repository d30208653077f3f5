import { onTestFinished } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { ingestDay } from '../../../src-main/rankings/queries/ingest/day.ts'
import { ingestWindow } from '../../../src-main/rankings/queries/ingest/window.ts'
import { rankPage as packedPage, type RankPageArgs } from '../../../src-main/rankings/queries/rank-page.ts'
import { unpackRows } from '../../../src-main/rankings/rules/packed-rows.ts'
import type { ReadableDb, WritableDb } from '../../../src-main/store/db.ts'
import { openForWriting } from '../../../src-main/store/files.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import { tables } from '../../../src-main/tables.ts'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/values/slice.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { type TempHome, tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

await loadReplySchemas()

export type Item = Partial<TopKeyword> & { keyword: string }

/** A connection as the writer has it; closed when the test ends. */
export const rankDb = (home: TempHome = tempHome()): WritableDb => {
  const { db } = openForWriting(home, tables)
  onTestFinished(() => {
    db.cache.close()
    db.core.close()
  })
  return db
}

export const addBrand = (db: WritableDb, name: string): string =>
  insertBrand(db, newBrand(name, { teamId: `team of ${name}` })).id

export const bodyOf = (value: unknown): ArrayBuffer =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).buffer

export const itemOf = (item: Item): Item => ({ clicks: 0, impressions: 0, ctr: 0, ...item })

let batch = 0
export const FETCHED_AT_MS = Date.UTC(2026, 2, 1, 9)

type Load = { brandId: string; items: readonly Item[]; slice?: Slice; fetchedAtMs?: number }

export const windowBody = (items: readonly Item[], nextCursor?: string): ArrayBuffer =>
  bodyOf({ items: items.map(itemOf), nextCursor })

export const loadWindow = (db: WritableDb, { items, slice = DEFAULT_SLICE, ...rest }: Load) => {
  batch += 1
  return ingestWindow(db, { fetchedAtMs: FETCHED_AT_MS, slice, batch, body: windowBody(items), ...rest })
}

export const loadDay = (db: WritableDb, { items, slice = DEFAULT_SLICE, ...rest }: Load & { day: string }) => {
  batch += 1
  return ingestDay(db, { fetchedAtMs: FETCHED_AT_MS, slice, batch, body: windowBody(items), ...rest })
}

/** A page query with everything left out at its default. */
export const queryOf = (more: Partial<RankPageArgs> & Pick<RankPageArgs, 'brandIds'>): RankPageArgs => ({
  slice: DEFAULT_SLICE,
  filter: {},
  sort: [{ by: 'position', direction: 'asc' }],
  limit: 500,
  sparkDays: 0,
  ...more,
})

/** A page as the handler gives it. */
export const rankPage = (db: ReadableDb, args: RankPageArgs) => {
  const { packed, ...page } = packedPage(db, args)
  return { ...page, rows: unpackRows(packed) }
}
