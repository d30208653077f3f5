// Topics that are kept between two syncs are those that would be matched now.
import { expect, test } from 'vitest'
import { daysOf, sourceOf, sourcesOf, topicsIn } from '../../../src-main/causes/queries/brand-inputs.ts'
import { keptTopics } from '../../../src-main/causes/queries/known-topics.ts'
import { ingestClusters } from '../../../src-main/clusters/queries/clusters.ts'
import { deleteRankings } from '../../../src-main/rankings/queries/ingest/delete.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { addBrand, bodyOf, rankDb } from '../rankings/rank-db.ts'
import { loadDays } from './small-cache.ts'

const COVERAGE = { total: 0, published: 0, generated: 0, planned: 0, unused: 0 }
const COUNTS = { keywordCount: 3, promptCount: 0, trackedPromptCount: 0, trackedKeywordCount: 0 }

const loadTopics = (db: WritableDb, brandId: string, batch: number, ...names: string[]): void => {
  const items = names.map((name) => ({
    ...{ id: `id of ${name}`, name, createdAt: '2026-01-01T00:00:00Z', ...COUNTS, coverage: COVERAGE, leaders: [] },
  }))
  const body = bodyOf({ items, summary: { totalKeywords: 0, trackedPrompts: 0 } })
  ingestClusters(db, { brandId, batch, fetchedAtMs: 0, body })
}

const look = (db: WritableDb, brandId: string) => {
  const source = sourceOf(db, brandId)
  if (source === undefined) throw new Error('There are no days.')
  const { keywords } = daysOf(db, source).days
  return { source, keywords, kept: keptTopics(db, source, keywords), matched: topicsIn(db, source, keywords) }
}

const bootsFirst = (at: number): string => `${at < 6 ? 'boots' : 'tents'} ${at}`
const tentsFirst = (at: number): string => `${at < 6 ? 'tents' : 'boots'} ${at}`

test('topics are matched once, and again for other topics, keywords and brands', () => {
  const db = rankDb()
  const [brandId, other] = [addBrand(db, 'Shop'), addBrand(db, 'Other')]
  loadTopics(db, brandId, 1, 'Boots')
  loadTopics(db, other, 2, 'Boots')
  loadDays(db, brandId, { keywordAt: bootsFirst })
  loadDays(db, other, { keywordAt: tentsFirst })
  const first = look(db, brandId)
  expect(first.kept).toEqual(first.matched)
  expect(first.kept.map(({ name, members }) => [name, members.size])).toEqual([['Boots', 6]])
  expect(look(db, brandId).kept).toBe(first.kept)
  expect(look(db, other).kept.map(({ members }) => members.size)).toEqual([18])

  loadTopics(db, brandId, 3, 'Boots', 'Tents')
  const renamed = look(db, brandId)
  expect(renamed.kept).toEqual(renamed.matched)
  expect(renamed.kept).toHaveLength(2)

  loadDays(db, brandId, { keywordAt: (at) => (at === 23 ? 'boots for snow' : bootsFirst(at)) })
  const more = look(db, brandId)
  expect([...more.keywords]).not.toEqual([...first.keywords])
  expect(more.kept).toEqual(more.matched)
})

test('keywords that get the numbers of removed ones are matched again', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadTopics(db, brandId, 1, 'Boots')
  loadDays(db, brandId, { keywordAt: bootsFirst })
  const before = look(db, brandId)
  deleteRankings(db.cache, before.source.brandNo)
  loadDays(db, brandId, { keywordAt: tentsFirst })
  const after = look(db, brandId)
  expect([...after.keywords]).toEqual([...before.keywords])
  expect(after.kept).toEqual(after.matched)
  expect(after.kept.map(({ members }) => members.size)).toEqual([18])
})

test('what is looked at of one brand is what one look at all brands finds', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  expect(sourceOf(db, brandId)).toBeUndefined()
  loadTopics(db, brandId, 1, 'Boots')
  loadDays(db, brandId, { keywordAt: bootsFirst })
  const [one] = sourcesOf(db, [brandId])
  expect(sourceOf(db, brandId)).toEqual({ ...one, span: expect.objectContaining({ last: one?.last }) })
})
