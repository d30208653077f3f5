import { describe, expect, it } from 'vitest'
import {
  joinRows,
  queryFromParams,
  selectRows,
  stateText,
  stateTitle,
  totalsOf,
} from '../../../../src-renderer/views/overview/brand-rows.ts'
import { brandOf, overviewOf } from '../../../support/renderer-brands.ts'

const brands = new Map(
  [
    brandOf('a', { name: 'Acme', tags: ['retail'] }),
    brandOf('b', { name: 'Blue' }),
    brandOf('c', { name: 'Copper' }),
  ].map((brand) => [brand.id, brand]),
)
const rows = joinRows(
  [
    overviewOf('a', {
      visibility: 20,
      visibilityChange: 2,
      clicks: 5,
      realUp: 3,
      realDown: 0,
      lostClicks: 2,
      health: 'ok',
    }),
    overviewOf('b', { visibility: null, health: 'empty' }),
    overviewOf('c', {
      visibility: 40,
      visibilityChange: -1,
      clicks: 7,
      realUp: 0,
      realDown: 4,
      lostClicks: 9,
      health: 'attention',
    }),
    overviewOf('gone'),
  ],
  brands,
  new Map([['b', 2]]),
)
const ids = (params: Record<string, string>) => selectRows(rows, queryFromParams(params)).map((row) => row.brand.id)

describe('the overview of all brands', () => {
  it('lists the brand with the biggest loss first, and one without real moves last', () => {
    expect(ids({})).toEqual(['c', 'a', 'b'])
    expect(ids({ sort: 'health' })).toEqual(['b', 'c', 'a'])
  })
  it('sorts missing values last in either direction', () => {
    expect(ids({ sort: 'visibility', order: 'desc' })).toEqual(['c', 'a', 'b'])
    expect(ids({ sort: 'visibility', order: 'asc' })).toEqual(['a', 'c', 'b'])
  })
  it('filters by text, tag and health together', () => {
    expect(ids({ q: 'cop' })).toEqual(['c'])
    expect(ids({ tag: 'retail' })).toEqual(['a'])
    expect(ids({ tag: 'retail', health: 'attention' })).toEqual([])
  })
  it('lists a brand with urgent items as one that needs attention, as the rail does', () => {
    expect(ids({ health: 'attention', sort: 'name', order: 'asc' })).toEqual(['b', 'c'])
    expect(ids({ health: 'empty' })).toEqual([])
    expect(rows.map(stateText)).toEqual(['Healthy', '2 urgent', 'Needs attention'])
    expect(rows.map(stateTitle)).toEqual(['', '2 urgent items in Today', ''])
  })
  it('ignores invalid values in the address', () => {
    expect(ids({ sort: 'constructor', health: 'toString' })).toEqual(['c', 'a', 'b'])
  })
  it('averages only brands that have a value, and leaves out rows without a brand', () => {
    expect(totalsOf(rows)).toMatchObject({
      brands: 3,
      visibility: 30,
      visibilityChange: 0.5,
      clicks: 12,
      realUp: 3,
      realDown: 4,
    })
    expect(totalsOf([]).visibility).toBeNull()
  })
})
