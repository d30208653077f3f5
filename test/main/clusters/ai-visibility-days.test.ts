import { expect, test } from 'vitest'
import { aiVisibilityOfBrand, saveAiVisibilityDays } from '../../../src-main/clusters/queries/ai-visibility-days.ts'
import { ingestClusters } from '../../../src-main/clusters/queries/clusters.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { addBrand, bodyOf, rankDb } from '../rankings/rank-db.ts'

const DAY_MS = 86_400_000
const sync = (db: WritableDb, brandId: string, atMs: number, avgAiVisibility?: number): void => {
  const summary = { totalKeywords: 0, trackedPrompts: 0, avgAiVisibility }
  ingestClusters(db, { brandId, batch: atMs, fetchedAtMs: atMs, body: bodyOf({ items: [], summary }) })
}

test('each day has the value of its last sync, of one brand, oldest first; a reply without one leaves none', () => {
  const db = rankDb()
  const [one, other] = [addBrand(db, 'One'), addBrand(db, 'Other')]
  const daysOf = (brandId: string) => aiVisibilityOfBrand(db, { brandId }).days
  expect(daysOf(one)).toEqual([])
  sync(db, one, 20_000 * DAY_MS, 40)
  sync(db, one, 20_000 * DAY_MS + 3_600_000, 41.5)
  sync(db, one, 20_002 * DAY_MS, 39)
  sync(db, one, 20_003 * DAY_MS)
  sync(db, other, 20_001 * DAY_MS, 7)
  saveAiVisibilityDays(db, { brandId: one, days: [{ atMs: 19_999 * DAY_MS, value: 38 }] })
  expect(daysOf(one)).toEqual([
    { day: '2024-10-03', value: 38 },
    { day: '2024-10-04', value: 41.5 },
    { day: '2024-10-06', value: 39 },
  ])
  expect(daysOf(other)).toEqual([{ day: '2024-10-05', value: 7 }])
  // No more than 400 days are kept.
  sync(db, one, 20_401 * DAY_MS, 50)
  expect(daysOf(one).map(({ value }) => value)).toEqual([39, 50])
})
