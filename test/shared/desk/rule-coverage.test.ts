import { expect, test } from 'vitest'
import { covers } from '../../../src-shared/desk/values/rule-coverage.ts'

test('a rule covers all brands, those with one of its tags, or those that it names', () => {
  const brand = { id: 'b1', tags: ['retail'] }
  expect(covers({ scope: { of: 'all' } }, brand)).toBe(true)
  expect(covers({ scope: { of: 'tags', tags: ['law', 'retail'] } }, brand)).toBe(true)
  expect(covers({ scope: { of: 'tags', tags: ['law'] } }, brand)).toBe(false)
  expect(covers({ scope: { of: 'tags', tags: [] } }, brand)).toBe(false)
  expect(covers({ scope: { of: 'brands', brandIds: ['b2', 'b1'] } }, brand)).toBe(true)
  expect(covers({ scope: { of: 'brands', brandIds: [] } }, brand)).toBe(false)
})
