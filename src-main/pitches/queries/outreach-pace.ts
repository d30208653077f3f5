import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { unsynced } from '../../store/unsynced.ts'

export type Pace = { readonly brandId: string; readonly spacingMs: number; readonly atMs: number }

/** The time between two pitches of the brand, from its last queue request. */
export const savePace = (db: WritableDb, pace: Pace): void =>
  unsynced(db, () => {
    assertBrand(db, pace.brandId)
    prepared(
      db.core,
      'INSERT OR REPLACE INTO outreach_pace (brand_id, spacing_ms, at_ms) VALUES (@brandId, @spacingMs, @atMs)',
    ).run(pace)
  })
