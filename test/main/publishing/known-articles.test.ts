// When an article is at each platform: a published one since the service confirmed it, another one at its planned time.
import { expect, test } from 'vitest'
import { knownArticles } from '../../../src-main/publishing/queries/known-articles.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'

const AT_MS = Date.UTC(2026, 10, 1)
const CONFIRMED_MS = AT_MS + 5000
const toIso = (ms: number) => new Date(ms).toISOString()

const open = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Tea')
  const insert = db.core.prepare(
    `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms, confirmed_at_ms)
     VALUES (?, ?, 'ghost', 'publish', ?, ?, ?, ?, ?)`,
  )
  for (const [slug, state, confirmedAtMs] of [
    ['confirmed', 'published', CONFIRMED_MS],
    ['delivered', 'published', null],
    ['planned', 'scheduled', CONFIRMED_MS],
  ] as const)
    insert.run(brandId, slug, state === 'scheduled' ? 1 : 0, AT_MS, state, AT_MS, confirmedAtMs)
  return { db, brandId }
}

test('a published article has the time of its confirmation, where there is one, and a schedule its planned time', () => {
  const { db, brandId } = open()
  const found = knownArticles(db, { brandId, nowMs: AT_MS + 1 }).map((one) => [
    one.articleSlug,
    one.at,
    one.lastPublishedAt,
  ])
  expect(new Map(found.map(([slug, ...times]) => [slug, times]))).toEqual(
    new Map([
      ['confirmed', [toIso(CONFIRMED_MS), toIso(CONFIRMED_MS)]],
      ['delivered', [toIso(AT_MS), toIso(AT_MS)]],
      ['planned', [toIso(AT_MS), null]],
    ]),
  )
})

test('an unknown brand has no articles', () => {
  const { db } = open()
  expect(() => knownArticles(db, { brandId: 'nobody', nowMs: AT_MS })).toThrow(/brand/i)
})
