import { expect, test } from 'vitest'
import { coveredBy, uncoveredBrands } from '../../../src-renderer/state/alerts.ts'
import type { AlertScope } from '../../../src-shared/desk/alerts.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'

const brand = (id: string, more: Partial<Brand> = {}): Brand => ({
  ...{ id, name: id, slug: id, colour: '#1c7ed6', tags: [], pinned: false, teamId: null, keyState: 'ok', keyIn: 'os' },
  ...{ keyOrigin: null, keyAge: null, demo: false, createdAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})
const rule = (scope: AlertScope, isOn = true) => ({ scope, isOn })
const idsOf = (brands: readonly Brand[]) => brands.map(({ id }) => id)

const list = [brand('acme', { tags: ['law'] }), brand('bolt')]

test('a brand that no rule which is on covers is named, also one that was added later', () => {
  const named = [rule({ of: 'brands', brandIds: ['acme'] })]
  expect(idsOf(uncoveredBrands(named, list))).toEqual(['bolt'])
  expect(idsOf(uncoveredBrands(named, [...list, brand('corp')]))).toEqual(['bolt', 'corp'])
  expect(idsOf(uncoveredBrands([rule({ of: 'all' })], [...list, brand('corp')]))).toEqual([])
  expect(idsOf(uncoveredBrands([rule({ of: 'all' }, false)], list))).toEqual(['acme', 'bolt'])
  expect(idsOf(uncoveredBrands([], list))).toEqual(['acme', 'bolt'])
})

test('a brand that gets the tag of a rule later is covered', () => {
  const byTag = [rule({ of: 'tags', tags: ['law', 'retail'] })]
  expect(idsOf(uncoveredBrands(byTag, list))).toEqual(['bolt'])
  expect(
    idsOf(uncoveredBrands(byTag, [brand('acme', { tags: ['law'] }), brand('bolt', { tags: ['retail'] })])),
  ).toEqual([])
  expect(coveredBy({ scope: { of: 'tags', tags: ['none'] } }, list)).toEqual([])
})

test('beside own brands those of the demo are not counted', () => {
  const demo = brand('demo', { demo: true })
  expect(idsOf(coveredBy({ scope: { of: 'all' } }, [...list, demo]))).toEqual(['acme', 'bolt'])
  expect(idsOf(coveredBy({ scope: { of: 'all' } }, [demo]))).toEqual(['demo'])
  expect(idsOf(uncoveredBrands([], [...list, demo]))).toEqual(['acme', 'bolt'])
})
