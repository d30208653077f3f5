import { expect, test } from 'vitest'
import {
  countStaged,
  NOTHING_STAGED,
  nowIn,
  wishesOf,
  withoutBrands,
  withoutCells,
  withWishes,
} from '../../../src-renderer/state/connector-staging.ts'
import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'

const brand = (brandId: string, change: Partial<MatrixBrand> = {}): MatrixBrand => ({
  brandId,
  fetchedAt: '2026-11-20T10:00:00Z',
  canManage: true,
  readOnlyReason: null,
  syncEnabled: false,
  effective: { read: 'allow', send: 'deny' },
  set: [],
  drift: [],
  error: null,
  ...change,
})
const brands = [brand('a'), brand('b'), brand('locked', { canManage: false })]
const now = nowIn(brands)
const allow = (brandId: string, tool = 'send') => ({ brandId, tool, value: 'allow' as const })

test('staging the current value unstages the cell', () => {
  const staged = withWishes(NOTHING_STAGED, [allow('a'), allow('b')], now)
  expect(wishesOf(staged, now)).toEqual([allow('a'), allow('b')])
  const back = withWishes(staged, [{ brandId: 'a', tool: 'send', value: 'deny' }], now)
  expect(wishesOf(back, now)).toEqual([allow('b')])
  expect(back.has('a')).toBe(false)
})

test('a tool that the brand does not have is not staged', () => {
  expect(withWishes(NOTHING_STAGED, [allow('a', 'unknown')], now).size).toBe(0)
})

test('a tool named as a part of every object is one like any other', () => {
  for (const tool of ['constructor', '__proto__', 'toString']) {
    expect(now('a', tool)).toBeUndefined()
    expect(withWishes(NOTHING_STAGED, [allow('a', tool)], now).size).toBe(0)
    const own = nowIn([brand('a', { effective: JSON.parse(`{"${tool}":"deny"}`) })])
    expect(own('a', tool)).toBe('deny')
    expect(wishesOf(withWishes(NOTHING_STAGED, [allow('a', tool)], own), own)).toEqual([allow('a', tool)])
  }
})

test('a value that another user has set meanwhile is no longer a change', () => {
  const staged = withWishes(NOTHING_STAGED, [allow('a')], now)
  const later = [brand('a', { effective: { read: 'allow', send: 'allow' } })]
  expect(countStaged(staged, later)).toEqual({ changes: 0, brandIds: [], locked: 0 })
  expect(wishesOf(staged, nowIn(later))).toEqual([])
})

test('read-only brands are counted separately: their changes will be refused', () => {
  const staged = withWishes(NOTHING_STAGED, [allow('a'), allow('locked')], now)
  expect(countStaged(staged, brands)).toEqual({ changes: 1, brandIds: ['a'], locked: 1 })
})

test('cells and brands are unstaged without changing others', () => {
  const staged = withWishes(NOTHING_STAGED, [allow('a'), allow('b')], now)
  expect([...withoutCells(staged, [{ brandId: 'a', tool: 'send' }]).keys()]).toEqual(['b'])
  expect([...withoutBrands(staged, new Set(['b'])).keys()]).toEqual(['a'])
  expect([...staged.keys()]).toEqual(['a', 'b'])
})
