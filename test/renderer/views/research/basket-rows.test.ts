import { expect, test } from 'vitest'
import { basketRows } from '../../../../src-renderer/views/research/basket.tsx'
import type { BasketRow } from '../../../../src-shared/desk/research.ts'

const rowOf = (brandId: string, keyword: string, more: Partial<BasketRow> = {}): BasketRow => ({
  brandId,
  keyword,
  state: 'keep',
  note: '',
  addedAt: '2026-11-01T10:00:00.000Z',
  isTracked: false,
  position: null,
  ...more,
})
const nameOf = (brandId: string): string => ({ a: 'Zebra', b: 'Acme' })[brandId] ?? brandId
const rows = [
  rowOf('a', 'tea'),
  rowOf('b', 'pots', { note: 'for spring' }),
  rowOf('b', 'cups', { state: 'drop' }),
  rowOf('b', 'kettles', { isTracked: true, position: 4.25 }),
]
const keywords = (filter: 'keep' | 'drop' | 'all', search = '') =>
  basketRows(rows, { filter, search, nameOf }).map(({ keyword }) => keyword)

test('rows are sorted by brand and keyword, and found by keyword, note and brand', () => {
  expect(keywords('keep')).toEqual(['kettles', 'pots', 'tea'])
  expect(keywords('all')).toEqual(['cups', 'kettles', 'pots', 'tea'])
  expect(keywords('drop')).toEqual(['cups'])
  expect(keywords('all', 'SPRING')).toEqual(['pots'])
  expect(keywords('all', 'zeb')).toEqual(['tea'])
})
