import { expect, test } from 'vitest'
import type { WireReplyOf } from '../../../src-shared/service/operations.ts'
import { callHandler } from '../../support/call-handler.ts'
import { tempLists } from '../../support/desk-lists.ts'

type Reply = WireReplyOf<'topicClusters.list'>
type Item = Reply['items'][number]

const cluster = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  name: `Topic ${id}`,
  createdAt: '2026-01-01T00:00:00Z',
  keywordCount: 3,
  promptCount: 2,
  trackedPromptCount: 1,
  trackedKeywordCount: 0,
  topicalAuthorityScore: 50,
  coverage: { total: 17, published: 8, generated: 5, planned: 3, unused: 1 },
  leaders: [],
  ...more,
})
const reply = (items: Item[], more: Partial<Reply> = {}): Reply => ({
  summary: { totalKeywords: 10, trackedPrompts: 5, avgSearchVisibility: 20, avgAiVisibility: null },
  items,
  ...more,
})

test('a listing is stored row by row, missing values as null', async () => {
  const { ids, ingest, handlers, sync } = await tempLists('One')
  const [one = ''] = ids
  const leaders = [{ name: 'Rival', domain: 'rival.test', extra: 1 }]
  const items = [cluster('a', { trend: 'rising', aiVisibility: 1.5, leaders, surprise: true })]
  expect(await ingest('clusters', one, reply(items))).toEqual({ rows: 1, nextCursor: null })
  await sync(one, 'clusters', 86_400_000)
  expect(await callHandler(handlers, 'clusters.page', {})).toEqual({
    rows: [
      {
        brandId: one,
        id: 'a',
        name: 'Topic a',
        createdAt: '2026-01-01T00:00:00Z',
        keywordCount: 3,
        promptCount: 2,
        trackedPromptCount: 1,
        trackedKeywordCount: 0,
        aiVisibility: 1.5,
        searchVisibility: null,
        topicalAuthorityScore: 50,
        coveragePct: null,
        changePct: null,
        coverage: { total: 17, published: 8, generated: 5, planned: 3, unused: 1 },
        trend: 'rising',
        leaders: [{ name: 'Rival', domain: 'rival.test' }],
      },
    ],
    total: 1,
    nextCursor: null,
    freshAsOf: '1970-01-02T00:00:00.000Z',
  })
})

test('clusters no longer listed are removed with the last page, not before', async () => {
  const { ids, ingest, handlers } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const listed = async () =>
    (await callHandler(handlers, 'clusters.page', { brandIds: [one], sort: { by: 'name' } })).rows.map(({ id }) => id)
  await ingest('clusters', one, reply([cluster('a'), cluster('b')]))
  await ingest('clusters', two, reply([cluster('a'), cluster('z')]))
  const first = await ingest('clusters', one, reply([cluster('b'), cluster('c')], { nextCursor: 'more' }), 77)
  expect(first).toEqual({ rows: 2, nextCursor: 'more' })
  expect(await listed()).toEqual(['a', 'b', 'c'])
  await ingest('clusters', one, reply([cluster('d')]), 77)
  expect(await listed()).toEqual(['b', 'c', 'd'])
  expect((await callHandler(handlers, 'clusters.page', { brandIds: [two] })).total).toBe(2)
})

test('a reply that does not fit is reported field by field, and nothing changes', async () => {
  const { ids, ingest, handlers } = await tempLists('One')
  const [one = ''] = ids
  await ingest('clusters', one, reply([cluster('a')]))
  const { name: _name, ...unnamed } = cluster('b')
  const bad = { ...reply([cluster('c')]), items: [cluster('c'), unnamed] }
  await expect(ingest('clusters', one, bad)).rejects.toMatchObject({
    kind: 'bad-response',
    message: expect.stringMatching(
      /^One: the reply to topicClusters\.list cannot be used: "name" of "items" is missing\./,
    ),
    detail: { brandId: one, operation: 'topicClusters.list', issues: [{ path: 'items.1.name' }] },
  })
  for (const body of ['<html>502</html>', '{"summary":{"total', '']) {
    const bytes = new TextEncoder().encode(body).buffer
    const { store } = await tempLists()
    const brand = await store.write('brands.insert', {
      name: 'Other',
      teamId: null,
      keyState: 'ok',
      keyIn: null,
      demo: false,
      createdAtMs: 1,
    })
    const args = { brandId: brand.id, batch: 1, body: bytes, fetchedAtMs: 1 }
    await expect(store.write('clusters.ingest', args)).rejects.toMatchObject({ kind: 'bad-response' })
  }
  expect((await callHandler(handlers, 'clusters.page', {})).rows.map(({ id }) => id)).toEqual(['a'])
})

test('an unknown brand is refused by name, in a read and in an ingest', async () => {
  const { ingest, handlers } = await tempLists('One')
  const unknown = { kind: 'not-found', detail: { brandId: 'brand_none' } }
  await expect(ingest('clusters', 'brand_none', reply([]))).rejects.toMatchObject(unknown)
  await expect(callHandler(handlers, 'clusters.page', { brandIds: ['brand_none'] })).rejects.toMatchObject(unknown)
})

test('clusters are filtered, searched in every script and sorted by several keys, nulls last', async () => {
  const { ids, ingest, handlers } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  await ingest(
    'clusters',
    one,
    reply([
      cluster('a', { name: 'ÜBER Straße', trend: 'rising', changePct: 2 }),
      cluster('b', { name: '検索エンジン', trend: 'falling', changePct: null }),
      cluster('c', { name: '100% _wool_', leaders: [{ name: 'Жук', domain: 'zhuk.test' }], changePct: -1 }),
    ]),
  )
  await ingest('clusters', two, reply([cluster('d', { trend: 'odd word', changePct: 2 })]))
  const ask = async (input: Parameters<typeof callHandler<'clusters.page'>>[2]) =>
    (await callHandler(handlers, 'clusters.page', input)).rows.map(({ id }) => id)
  expect(await ask({ search: 'über STRASSE' })).toEqual(['a'])
  expect(await ask({ search: 'エンジ' })).toEqual(['b'])
  expect(await ask({ search: 'ЖУК' })).toEqual(['c'])
  expect(await ask({ search: '% _' })).toEqual(['c'])
  expect(await ask({ search: "'; DROP TABLE cluster; --" })).toEqual([])
  expect(await ask({ filter: { trend: ['falling', 'odd word'] }, sort: { by: 'name' } })).toEqual(['d', 'b'])
  expect(await ask({ sort: { by: 'changePct' } })).toEqual(['c', 'a', 'd', 'b'])
  expect(await ask({ sort: [{ by: 'changePct', direction: 'desc' }, { by: 'name' }] })).toEqual(['d', 'a', 'c', 'b'])
  expect(await ask({ brandIds: [two, one], sort: { by: 'name' }, offset: 2, limit: 2 })).toEqual(['a', 'b'])
})

test('freshAsOf is the oldest sync of the requested brands', async () => {
  const { ids, sync, handlers } = await tempLists('One', 'Two', 'Three')
  const [one = '', two = '', three = ''] = ids
  const freshAsOf = async (brandIds: 'all' | string[]) =>
    (await callHandler(handlers, 'clusters.page', { brandIds })).freshAsOf
  expect(await freshAsOf('all')).toBeNull()
  await sync(one, 'clusters', 2000)
  await sync(two, 'clusters', 1000)
  await sync(two, 'contacts', 1)
  expect(await freshAsOf('all')).toBe('1970-01-01T00:00:01.000Z')
  expect(await freshAsOf([one])).toBe('1970-01-01T00:00:02.000Z')
  expect(await freshAsOf([three])).toBeNull()
})

test('summaries are per brand and over all, with averages weighted by clusters', async () => {
  const { ids, ingest, handlers } = await tempLists('One', 'Two', 'Three')
  const [one = '', two = '', three = ''] = ids
  await ingest('clusters', one, reply([cluster('a', { trend: 'rising' }), cluster('b'), cluster('c')]))
  const summary = { totalKeywords: 1, trackedPrompts: 2, avgSearchVisibility: 60, avgAiVisibility: 8 }
  await ingest('clusters', two, reply([cluster('d', { trend: 'falling' })], { summary }))
  const both = await callHandler(handlers, 'clusters.summary', {})
  expect(both.rows).toEqual([
    {
      brandId: one,
      clusters: 3,
      totalKeywords: 10,
      trackedPrompts: 5,
      avgSearchVisibility: 20,
      avgAiVisibility: null,
    },
    { brandId: two, clusters: 1, ...summary },
  ])
  expect(both.all).toEqual({
    clusters: 4,
    totalKeywords: 11,
    trackedPrompts: 7,
    avgSearchVisibility: 30,
    avgAiVisibility: 8,
  })
  expect(both.trends).toEqual(['falling', 'rising'])
  const none = await callHandler(handlers, 'clusters.summary', { brandIds: [three] })
  expect(none).toMatchObject({ rows: [], all: { clusters: 0, avgSearchVisibility: null }, trends: [] })
})
