import { expect, test } from 'vitest'
import { tempLists } from '../../support/desk-lists.ts'

test('a later failure keeps the last success and its count; null removes it', async () => {
  const { ids, store } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const key = { brandId: one, dataset: 'rankings' as const }
  const error = { kind: 'network' as const, message: 'no line' }
  await store.write('freshness.save', [{ ...key, state: 'ok', fetchedAtMs: 5, rows: 7 }])
  await store.write('freshness.save', [{ ...key, state: 'failed', error, nextTryAtMs: 9 }])
  await store.write('freshness.save', [{ brandId: two, dataset: 'clusters', state: 'queued' }])
  const failed = { ...key, state: 'failed', fetchedAtMs: 5, rows: 7, error, nextTryAtMs: 9 }
  const queued = { fetchedAtMs: null, rows: null, error: null, nextTryAtMs: null, state: 'queued' }
  expect(await store.read('freshness.list', {})).toEqual([failed, { ...queued, brandId: two, dataset: 'clusters' }])
  expect(await store.read('freshness.list', { brandIds: [one] })).toEqual([failed])
  expect(await store.read('freshness.list', { brandIds: [] })).toEqual([])
  await store.write('freshness.save', [{ ...key, state: 'queued', fetchedAtMs: null, rows: null }])
  expect(await store.read('freshness.list', { brandIds: [one] })).toEqual([{ ...queued, ...key }])
})

test('freshness of a removed brand is left out, and that of others is stored', async () => {
  const { ids, store } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  await store.write('brands.delete', { id: one })
  const late = { dataset: 'rankings' as const, state: 'ok' as const, fetchedAtMs: 1 }
  const rows = [one, two, one].map((brandId) => ({ ...late, brandId }))
  await store.write('freshness.save', rows)
  expect(await store.read('freshness.list', {})).toMatchObject([{ brandId: two, state: 'ok' }])
  await store.write('freshness.save', [])
  expect(await store.read('freshness.list', {})).toHaveLength(1)
})

test('of two states of a pair that are stored together the last one stays', async () => {
  const { ids, store } = await tempLists('One')
  const pair = { brandId: ids[0] ?? '', dataset: 'rankings' as const }
  await store.write('freshness.save', [
    { ...pair, state: 'ok', fetchedAtMs: 5, rows: 7 },
    { ...pair, state: 'queued' },
  ])
  expect(await store.read('freshness.list', {})).toMatchObject([{ ...pair, state: 'queued', fetchedAtMs: 5, rows: 7 }])
})

test('a window of the limiter replaces the previous one of its bucket', async () => {
  const { store } = await tempLists()
  await store.write('limiter.save', { bucket: 'a', atMs: [1, 2, 3] })
  await store.write('limiter.save', { bucket: 'b', atMs: [9] })
  await store.write('limiter.save', { bucket: 'a', atMs: [4] })
  expect(await store.read('limiter.load', {})).toEqual([
    { bucket: 'a', atMs: 4 },
    { bucket: 'b', atMs: 9 },
  ])
  await store.write('limiter.save', { bucket: 'a', atMs: [] })
  expect(await store.read('limiter.load', {})).toEqual([{ bucket: 'b', atMs: 9 }])
})

test('what moved of a window replaces what is stored from its time on, of its bucket alone', async () => {
  const { store } = await tempLists()
  await store.write('limiter.save', { bucket: 'a', atMs: [1, 2, 2, 3, 8] })
  await store.write('limiter.save', { bucket: 'b', atMs: [9] })
  await store.write('limiter.save', { bucket: 'a', atMs: [2, 5, 5], fromMs: 2 })
  expect(await store.read('limiter.load', {})).toEqual([
    ...[1, 2, 5, 5].map((atMs) => ({ bucket: 'a', atMs })),
    { bucket: 'b', atMs: 9 },
  ])
})
