import { expect, test } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const DELIVERED = 2000

test('of thousands of articles only those that a list shows leave the reader, and it is given back between brands', async () => {
  const { store } = await tempStore()
  const ids: string[] = []
  for (const name of ['One', 'Two']) ids.push((await store.write('brands.insert', newBrand(name))).id)
  for (const brandId of ids) {
    const deliveries = Array.from({ length: DELIVERED }, (_, at) => ({
      brandId,
      receivedAtMs: Date.UTC(2026, 10, 1) + at,
      status: 'accepted' as const,
      event: 'article.published',
      title: `Article ${at}`,
      slug: `article-${at}`,
      reason: null,
      secretUsed: 'current' as const,
      bytes: 2,
      path: '/',
      headers: [],
      body: '{}',
    }))
    await store.write('deliveries.insert', { deliveries })
  }
  const sort = [{ by: 'newest', direction: 'desc' }] as const
  const list = { search: '', filter: {}, sort: [...sort], hasAllPages: false, keep: 20, workMs: 0 }
  const nowMs = Date.UTC(2026, 10, 2)
  const { rows, total, left } = await store.read('articles.first', { ...list, nowMs, brandIds: ids })
  expect({ rows: rows.length, total, left }).toEqual({ rows: 20, total: DELIVERED, left: ids.slice(1) })
})

test('an article without a known title is found by its slug as words', async () => {
  const { store } = await tempStore()
  const { id } = await store.write('brands.insert', newBrand('One'))
  const delivery = {
    brandId: id,
    receivedAtMs: 1,
    status: 'accepted' as const,
    event: 'article.published',
    title: null,
  }
  const rest = { reason: null, secretUsed: 'current' as const, bytes: 2, path: '/', headers: [], body: '{}' }
  const deliveries = ['boot-care', 'tent-care'].map((slug) => ({ ...delivery, ...rest, slug }))
  await store.write('deliveries.insert', { deliveries })
  const list = { filter: {}, sort: [], hasAllPages: false, keep: 20, workMs: 0, nowMs: 2, brandIds: [id] }
  const found = async (search: string) =>
    (await store.read('articles.first', { ...list, search })).rows.map(({ articleSlug }) => articleSlug)
  expect(await found('boot care')).toEqual(['boot-care'])
  expect(await found('boot-care')).toEqual(['boot-care'])
  expect(await found('boots')).toEqual([])
  const ofPages = await store.read('articles.first', { ...list, filter: { seenIn: ['ranked-page'] }, search: '' })
  expect(ofPages.rows).toEqual([])
})
