import { expect, test } from 'vitest'
import { basketRows, basketTsv } from '../../../../src-renderer/views/research/basket-rows.ts'
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

test('copied keywords have a line each with the age of the position, and no formula', () => {
  const [head, ...lines] = basketTsv([rowOf('b', '=1+1\tx', { position: 4.25, note: '@SUM(A1)' }), rowOf('a', 'tea')], {
    nameOf,
    syncedAtOf: (brandId) => (brandId === 'b' ? '2026-11-02T00:00:00.000Z' : null),
  }).split('\n')
  expect(head?.split('\t').at(-1)).toBe('rankingsSyncedAt')
  expect(lines[0]?.split('\t')).toEqual([
    'Acme',
    "'=1+1 x",
    'keep',
    "'@SUM(A1)",
    'no',
    '4.3',
    '2026-11-01T10:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ])
  expect(lines[1]?.split('\t').at(-1)).toBe('')
})
