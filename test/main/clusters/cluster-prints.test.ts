import { expect, test } from 'vitest'
import { clusterPrints, ingestClusters } from '../../../src-main/clusters/queries/clusters.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { addBrand, bodyOf, rankDb } from '../rankings/rank-db.ts'

const noOf = (db: WritableDb, id: string) =>
  db.cache.prepare('SELECT no FROM brand WHERE id = ?').pluck().get(id) as number // the number of a brand

const coverage = { total: 0, published: 0, generated: 0, planned: 0, unused: 0 }
const load = (db: WritableDb, brandId: string, batch: number, names: readonly string[], keywordCount = 3): void => {
  const counts = { keywordCount, promptCount: 0, trackedPromptCount: 0, trackedKeywordCount: 0 }
  const items = names.map((name) => ({
    ...{ id: `id of ${name}`, name, createdAt: '2026-01-01T00:00:00Z', ...counts, coverage, leaders: [] },
  }))
  ingestClusters(db, {
    ...{ brandId, batch, fetchedAtMs: 0 },
    body: bodyOf({ items, summary: { totalKeywords: 0, trackedPrompts: 0 } }),
  })
}

test('a print is of one brand, and changes with the names of its topics, not with their counts', () => {
  const db = rankDb()
  const [one, other, none] = [addBrand(db, 'One'), addBrand(db, 'Other'), addBrand(db, 'None')]
  load(db, one, 1, ['Boots', 'Tents'])
  load(db, other, 2, ['Boots'])
  load(db, none, 3, [])
  const [oneNo, otherNo] = [noOf(db, one), noOf(db, other)]
  const printsOf = () => clusterPrints(db, [oneNo, otherNo, noOf(db, none)])
  const before = printsOf()
  expect([...before.keys()].toSorted()).toEqual([oneNo, otherNo].toSorted())
  expect(before.get(oneNo)).not.toBe(before.get(otherNo))

  load(db, one, 4, ['Boots', 'Tents'], 9)
  expect(printsOf()).toEqual(before)

  load(db, one, 5, ['Boots', 'Tents', 'Maps'])
  expect(printsOf().get(oneNo)).not.toBe(before.get(oneNo))
  expect(printsOf().get(otherNo)).toBe(before.get(otherNo))
  expect([...clusterPrints(db, [otherNo]).keys()]).toEqual([otherNo])
})
