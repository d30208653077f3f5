// Keys and syncs that fail: one brand each, or many with the same cause as one item.
import { expect, test } from 'vitest'
import type { FreshnessRow } from '../../../src-main/store/freshness.ts'
import { keyAndSyncFindings } from '../../../src-main/today/rules/keys-and-syncs.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { Dataset } from '../../../src-shared/desk/sync.ts'

const HOUR_MS = 3_600_000
const NOW_MS = Date.parse('2026-11-21T10:00:00Z')

const brand = (id: string, keyState: Brand['keyState'] = 'ok') => ({ id, name: id.toUpperCase(), keyState }) as Brand // what is read
const row = (brandId: string, hoursAgo: number | null, error: string | null = null, dataset: Dataset = 'rankings') =>
  ({
    ...{ brandId, dataset, fetchedAtMs: hoursAgo === null ? null : NOW_MS - hoursAgo * HOUR_MS },
    error: error === null ? null : { kind: 'network', message: error },
  }) as FreshnessRow // what is read
const found = (brands: readonly Brand[], freshness: readonly FreshnessRow[] = []) =>
  keyAndSyncFindings({ brands, freshness, clock: { now: () => NOW_MS } }).map(
    ({ id, brandId, occurrences, describe }) => {
      const { title, detail, since, urgency, about } = describe(new Set(occurrences))
      return { id, brandId, title, detail, since, urgency, about }
    },
  )

test.each([
  [null, 'never synced'],
  [0.99, 'synced within the last hour'],
  [1, 'data 1 h old'],
  [47.9, 'data 47 h old'],
  [48, 'data 2 days old'],
  [71.9, 'data 2 days old'],
])('a brand without a key that synced %s hours ago says: %s', (hours, detail) => {
  const rows = [row('a', hours), row('a', hours === null ? null : hours + 9, null, 'contacts'), row('b', 0)]
  const since = hours === null ? null : new Date(NOW_MS - hours * HOUR_MS).toISOString()
  expect(found([brand('a', 'missing'), brand('b')], rows)).toEqual([
    {
      ...{ id: 'key:a:missing', brandId: 'a', title: 'No key: sync stopped', detail, since, urgency: 'urgent' },
      about: { count: 1, keyState: 'missing' },
    },
  ])
})

test('four brands with the same key state are one item since the one that worked longest ago, three are not', () => {
  const three = ['a', 'b', 'c'].map((id) => brand(id, 'forbidden'))
  expect(found(three).map(({ id }) => id)).toEqual(['key:a:forbidden', 'key:b:forbidden', 'key:c:forbidden'])
  const rows = [row('a', 3), row('b', 5), row('c', 4)]
  const others = [brand('d', 'forbidden'), brand('e', 'unauthorized')]
  expect(found([...three, ...others], rows)).toMatchObject([
    {
      ...{ id: 'key:all:forbidden', brandId: null, title: '4 brands have a key without access: sync stopped' },
      ...{ detail: 'A, B, C and 1 more', since: new Date(NOW_MS - 5 * HOUR_MS).toISOString() },
      about: { count: 4, keyState: 'forbidden' },
    },
    { id: 'key:e:unauthorized', title: 'Key rejected: sync stopped', detail: 'never synced' },
  ])
})

test('a sync that failed names its first dataset and the reason without the brand, unless its key is why', () => {
  const failed = (id: string) => [row(id, 2, `${id.toUpperCase()}: no network`), row(id, 1)]
  expect(found([brand('a')], failed('a'))).toEqual([
    {
      ...{ id: 'sync:a:network', brandId: 'a', title: 'Sync failed: rankings', detail: 'no network', urgency: 'today' },
      ...{ since: new Date(NOW_MS - 2 * HOUR_MS).toISOString(), about: { count: 1 } },
    },
  ])
  const two = [row('a', 2, 'x'), row('a', 1, 'x', 'contacts'), row('a', 1, 'x', 'outbox')]
  expect(found([brand('a')], two)).toMatchObject([{ title: 'Sync failed: rankings and 2 more' }])
  expect(found([brand('a', 'unauthorized')], failed('a')).map(({ id }) => id)).toEqual(['key:a:unauthorized'])
  const ids = ['a', 'b', 'c', 'd']
  expect(
    found(
      ids.map((id) => brand(id)),
      ids.flatMap(failed),
    ),
  ).toMatchObject([
    { id: 'sync:all:network', title: 'Sync failed for 4 brands', detail: 'no network · A, B, C and 1 more' },
  ])
})
