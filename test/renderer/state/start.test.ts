import { expect, test } from 'vitest'
import { HOME } from '../../../src-renderer/state/place.ts'
import { firstRowsOf } from '../../../src-renderer/state/start.ts'

test('first rows are those of Today, or of Overview by the address or for the one brand', () => {
  expect(firstRowsOf(HOME)).toEqual(['today.list', { brandIds: 'all' }])
  const place = { view: 'overview', scope: 'all', params: { sort: 'name' } }
  const ofAll = { limit: 50, whole: true, sort: [{ by: 'name', direction: 'asc' }] }
  expect(firstRowsOf(place)).toEqual(['brands.overview', ofAll])
  expect(firstRowsOf({ ...place, scope: 'brand_1' })).toEqual(['brands.overview', { brandIds: ['brand_1'] }])
  expect(firstRowsOf({ ...place, params: { asof: '2026-01-01' } })).toBeNull()
})
