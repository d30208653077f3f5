import { expect, test } from 'vitest'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { jsonBody } from '../../support/json-body.ts'
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

const delivered = (brandId: string, slugs: readonly string[]) =>
  slugs.map((slug, at) => ({
    ...{ brandId, slug, receivedAtMs: Date.UTC(2026, 10, 1) + at, title: null, event: 'article.published' },
    ...{ status: 'accepted' as const, reason: null, secretUsed: 'current' as const },
    ...{ bytes: 2, path: '/', headers: [], body: '{}' },
  }))

test('further pages, new articles and new ranked pages are in a list that was read before', async () => {
  const { store } = await tempStore()
  const { id } = await store.write('brands.insert', newBrand('One'))
  const slugs = Array.from({ length: 600 }, (_, at) => `article-${String(at).padStart(3, '0')}`)
  await store.write('deliveries.insert', { deliveries: delivered(id, slugs) })
  const sort = [{ by: 'title', direction: 'asc' }] as const
  const list = { search: '', filter: {}, sort: [...sort], hasAllPages: false, workMs: 0, brandIds: [id] }
  const nowMs = Date.UTC(2026, 10, 2)
  const read = async (keep: number, more = {}) => store.read('articles.first', { ...list, keep, nowMs, ...more })
  const slugsOf = async (keep: number, more = {}) => (await read(keep, more)).rows.map((row) => row.articleSlug)
  expect(await slugsOf(3)).toEqual(slugs.slice(0, 3))
  for (const keep of [239, 240, 241, 480, 601, 2]) expect(await slugsOf(keep)).toEqual(slugs.slice(0, keep))
  expect(await slugsOf(2, { search: '-59' })).toEqual(['article-590', 'article-591'])
  expect(await slugsOf(2, { sort: [{ by: 'title', direction: 'desc' }] })).toEqual(['article-599', 'article-598'])
  await store.write('deliveries.insert', { deliveries: delivered(id, ['a-first']) })
  expect(await slugsOf(2)).toEqual(['a-first', 'article-000'])
  const page = { clicks: 1, impressions: 2, ctr: 0, position: 1 }
  const rankedPages = [{ page: 'https://one.test/blog/a-0', ...page }]
  const body = jsonBody({ items: [{ keyword: 'tea', ...page, rankedPages }] })
  const window = { brandId: id, slice: DEFAULT_SLICE, batch: 1, body, fetchedAtMs: nowMs }
  await store.write('rankings.ingestWindow', window, [body])
  const { rows, total } = await read(2)
  expect(rows).toMatchObject([{ articleSlug: 'a-0', seenIn: 'ranked-page' }, { articleSlug: 'a-first' }])
  expect(total).toBe(602)
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
