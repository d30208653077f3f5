import { describe, expect, it } from 'vitest'
import { type Standing, selectBrands, wholeOf } from '../../../src-main/rankings/rules/overview-order.ts'
import { calls } from '../../../src-shared/desk/contract.ts'

const NONE = {
  visibility: null,
  visibilityChange: null,
  avgPosition: null,
  realUp: null,
  realDown: null,
  lostClicks: null,
  clicks: 0,
  impressions: 0,
  keywords: 0,
  fetchedAtMs: null,
}
const brand = (id: string, name: string, tags: string[] = []) => ({ id, name, tags })
const rows: readonly Standing[] = [
  {
    ...NONE,
    brand: brand('c', 'Copper 10'),
    visibility: 40,
    visibilityChange: -1,
    clicks: 7,
    realUp: 0,
    realDown: 4,
    lostClicks: 9,
    health: 'attention',
    fetchedAtMs: 5,
  },
  { ...NONE, brand: brand('b', 'copper 9'), health: 'empty' },
  {
    ...NONE,
    brand: brand('a', 'Acme', ['retail']),
    visibility: 20,
    visibilityChange: 2,
    clicks: 5,
    realUp: 3,
    realDown: 0,
    lostClicks: 2,
    health: 'ok',
    fetchedAtMs: 9,
  },
]
const select = (input: object) => selectBrands(rows, calls['brands.overview'].input.parse(input))
const ids = (input: object) => select(input).map(({ brand: { id } }) => id)
const by = (field: string, direction = 'asc') => ({ sort: [{ by: field, direction }] })

describe('the brands of the overview', () => {
  it('come as they were added, until another order is chosen', () => {
    expect(ids({})).toEqual(['c', 'b', 'a'])
    expect(ids(by('name'))).toEqual(['a', 'b', 'c'])
    expect(ids(by('health'))).toEqual(['c', 'b', 'a'])
    expect(ids(by('fetchedAt', 'desc'))).toEqual(['a', 'c', 'b'])
    expect(ids(by('lostClicks', 'desc'))).toEqual(['c', 'a', 'b'])
  })
  it('come last in either direction without a value', () => {
    expect(ids(by('visibility', 'desc'))).toEqual(['c', 'a', 'b'])
    expect(ids(by('visibility', 'asc'))).toEqual(['a', 'c', 'b'])
  })
  it('are found by text, tag and health together', () => {
    expect(ids({ search: 'cop' })).toEqual(['c', 'b'])
    expect(ids({ search: 'retail' })).toEqual(['a'])
    expect(ids({ tag: 'retail' })).toEqual(['a'])
    expect(ids({ tag: 'retail', health: 'attention' })).toEqual([])
  })
  it('add up; an average counts only brands that have a value', () => {
    const whole = wholeOf(select({}), rows)
    expect(whole).toMatchObject({
      visibility: 30,
      visibilityChange: 0.5,
      clicks: 12,
      realUp: 3,
      realDown: 4,
      brands: 3,
    })
    expect(whole.healths).toEqual({ attention: 1, warning: 0, empty: 1, ok: 1 })
    expect(wholeOf([], rows)).toMatchObject({ brandIds: [], visibility: null, realUp: null, brands: 3 })
  })
})
