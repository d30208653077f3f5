// What the service said of AI visibility on each day: it gives the present value alone.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DAY_MS, dayFromNumber } from '../../base/clock.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import type { Migration } from '../../store/migrate.ts'

export const aiVisibilityDays: Migration = {
  name: 'ai-visibility-days',
  landed: '5829ae7e818a5f4a',
  up: (db) =>
    db.exec(`
    -- The average of a brand as its last sync of a day (UTC, days since 1970) read it.
    CREATE TABLE ai_visibility_day (
      brand_no INTEGER NOT NULL,
      day INTEGER NOT NULL,
      value REAL NOT NULL,
      PRIMARY KEY (brand_no, day)
    ) STRICT, WITHOUT ROWID;
  `),
}

const KEPT_DAYS = 400
const SAVE = 'INSERT OR REPLACE INTO ai_visibility_day VALUES (?, ?, ?)'
const PRUNE = 'DELETE FROM ai_visibility_day WHERE brand_no = ? AND day < ?'

export const saveAiVisibility = (
  { cache }: WritableDb,
  { brand, atMs, value }: { readonly brand: number; readonly atMs: number; readonly value: number },
): void => {
  const day = Math.floor(atMs / DAY_MS)
  prepared(cache, SAVE).run(brand, day, value)
  prepared(cache, PRUNE).run(brand, day - KEPT_DAYS)
}

type PastDays = {
  readonly brandId: string
  readonly days: readonly { readonly atMs: number; readonly value: number }[]
}

/** Days before the desk had the brand: those of the demo. */
export const saveAiVisibilityDays = (db: WritableDb, { brandId, days }: PastDays): void =>
  db.cache.transaction(() => {
    const brand = findBrandNo(db, brandId)
    if (brand === null) return
    for (const { atMs, value } of days) saveAiVisibility(db, { brand, atMs, value })
  })()

const DAYS = 'SELECT day, value FROM ai_visibility_day WHERE brand_no = ? ORDER BY day'

export const aiVisibilityOfBrand = (
  db: ReadableDb,
  { brandId }: ParsedInput<'clusters.aiVisibility'>,
): CallOutput<'clusters.aiVisibility'> => {
  const brand = findBrandNo(db, brandId)
  const rows = brand === null ? [] : prepared<{ day: number; value: number }>(db.cache, DAYS).all(brand)
  return {
    days: rows.map(({ day, value }) => ({ day: dayFromNumber(day), value })),
    freshAsOf: freshAsOf(db, 'clusters', [brandId]),
  }
}
