import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BANDS, type BandId, bandFilter, bandLabel } from '../../../../src-renderer/state/bands.ts'
import { NO_FILTERS, type RankFilters, readRankFilters } from '../../../../src-renderer/state/rank-filters.ts'
import { rankChips, sliceLabel } from '../../../../src-renderer/views/rankings/rank-labels.ts'
import { rankInput } from '../../../../src-renderer/views/rankings/rank-query.ts'
import { RankFilterSchema, rankingCalls } from '../../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../../src-shared/desk/slice.ts'

const NONE = { min: null, max: null }
const fits = (id: BandId, position: number): boolean => {
  const { positionMin = 0, positionMax = Number.POSITIVE_INFINITY } = bandFilter(id, NONE)
  return position >= positionMin && position <= positionMax
}

describe('position bands', () => {
  test('every position of up to three decimals is in exactly one band', () => {
    const bands = ['top3', '4-10', '11-20', '21-50', '51+'] as const
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 200_000 }), (thousandths) => {
        expect(bands.filter((id) => fits(id, thousandths / 1000))).toHaveLength(1)
      }),
    )
  })

  test('an average belongs to the position it rounds to', () => {
    expect(fits('top3', 3.4)).toBe(true)
    expect(fits('4-10', 3.5)).toBe(true)
    expect(fits('4-10', 10.6)).toBe(false)
  })

  test('custom bounds include the positions they name', () => {
    expect(bandFilter('custom', { min: 5, max: 8 })).toEqual({ positionMin: 4.5, positionMax: 8.4999 })
    expect(bandFilter('custom', { min: null, max: 2.5 })).toEqual({ positionMax: 2.5 })
    expect(bandLabel('custom', { min: 5, max: 8 })).toBe('5 to 8')
  })

  test('"not ranking" filters for no position', () => {
    expect(bandFilter('none', NONE)).toEqual({ notRanking: true })
  })
})

const someFilters: RankFilters = {
  ...NO_FILTERS,
  search: '  boots ',
  band: '4-10',
  changes: ['up', 'new'],
  isStarred: true,
  page: '/guides/',
  clicksMin: 5,
  slice: { ...DEFAULT_SLICE, device: 'mobile', country: 'de' },
  day: '2026-11-20',
  compareDay: '2026-11-01',
}

describe('the query of the desk', () => {
  test('is valid in the contract', () => {
    const sort = [{ by: 'clicks', direction: 'desc' }] as const
    for (const filters of [NO_FILTERS, someFilters]) {
      const input = rankInput(filters, { brandIds: ['acme'], slice: DEFAULT_SLICE, sort })
      expect(rankingCalls['rankings.page'].input.safeParse(input).success).toBe(true)
    }
  })

  test('has only the set filters', () => {
    const input = rankInput(someFilters, { brandIds: 'all', slice: DEFAULT_SLICE, sort: [] })
    expect(input).toEqual({
      brandIds: 'all',
      slice: DEFAULT_SLICE,
      search: 'boots',
      day: '2026-11-20',
      compareDay: '2026-11-01',
      filter: {
        positionMin: 3.5,
        positionMax: 10.4999,
        change: ['up', 'new'],
        starred: true,
        page: '/guides/',
        clicksMin: 5,
      },
    })
  })

  test('leaves out a compared day without a day', () => {
    const input = rankInput(
      { ...NO_FILTERS, compareDay: '2026-11-01' },
      { brandIds: 'all', slice: DEFAULT_SLICE, sort: [] },
    )
    expect(input).not.toHaveProperty('compareDay')
  })

  test('each band is a filter of the contract', () => {
    for (const { id } of BANDS) expect(RankFilterSchema.safeParse(bandFilter(id, NONE)).success).toBe(true)
  })
})

describe('chips', () => {
  test('each clear their filter, and all together every filter', () => {
    let filters = someFilters
    const change = (part: Partial<RankFilters>) => {
      filters = { ...filters, ...part }
    }
    expect(rankChips(NO_FILTERS, change)).toEqual([])
    const labels = rankChips(filters, change).map((chip) => chip.label)
    expect(labels).toEqual([
      'Keyword contains “boots”',
      'Position: 4–10',
      'Climbed',
      'New',
      'Starred',
      'Page contains “/guides/”',
      'At least 5 clicks',
      'Mobile · Germany',
      '1 Nov vs 20 Nov',
    ])
    for (let turns = 0; turns < labels.length; turns += 1) rankChips(filters, change)[0]?.remove()
    expect(filters).toEqual(NO_FILTERS)
  })

  test('name the default slice', () => {
    expect(sliceLabel(DEFAULT_SLICE)).toBe('All devices')
  })
})

describe('saved filters', () => {
  test('are restored unchanged', () => {
    expect(readRankFilters(JSON.parse(JSON.stringify(someFilters)))).toEqual(someFilters)
  })

  test('are always a valid query, whatever was saved', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const filters = readRankFilters(kept)
        const input = rankInput(filters, { brandIds: 'all', slice: filters.slice ?? DEFAULT_SLICE, sort: [] })
        expect(rankingCalls['rankings.page'].input.safeParse(input).success).toBe(true)
      }),
    )
  })
})
