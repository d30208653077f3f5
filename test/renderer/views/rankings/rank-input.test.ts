import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BANDS,
  type BandId,
  bandFilter,
  bandLabel,
  NO_FILTERS,
  type RankFilters,
  readRankFilters,
} from '../../../../src-renderer/state/filters/rankings.ts'
import {
  countries,
  countryName,
  languageName,
  rankChips,
  sliceLabel,
} from '../../../../src-renderer/views/rankings/rank-labels.ts'
import { whenOf } from '../../../../src-renderer/views/rankings/rank-when.ts'
import { rankInput } from '../../../../src-renderer/views/rankings/rankings-view.tsx'
import { RankFilterSchema, rankingCalls } from '../../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../../src-shared/desk/values/slice.ts'

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
  isTracked: true,
  tags: ['money'],
  period: 'custom',
  from: '2026-11-20',
  to: '2026-11-20',
  versus: 'custom',
  compareFrom: '2026-11-01',
  compareTo: '2026-11-01',
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
        tracked: true,
        tags: ['money'],
        page: '/guides/',
        clicksMin: 5,
      },
    })
  })

  test('asks for days, for periods, or for the last 28 days as the service sums them up', () => {
    const when = (part: Partial<RankFilters>) => whenOf({ ...NO_FILTERS, ...part })
    const week = { period: 'custom', from: '2026-11-15', to: '2026-11-21' } as const
    expect(when({})).toEqual({})
    expect(when({ period: '7' })).toEqual({ period: { days: 7 }, comparePeriod: 'previous' })
    expect(when({ versus: 'none' })).toEqual({ period: { days: 28 } })
    expect(when(week)).toEqual({ period: { from: week.from, to: week.to }, comparePeriod: 'previous' })
    expect(when({ ...week, to: week.from })).toEqual({ day: '2026-11-15', compareDay: '2026-11-14' })
    expect(when({ ...week, to: week.from, versus: 'none' })).toEqual({ day: '2026-11-15' })
    expect(when({ ...week, versus: 'custom', compareFrom: '2026-10-01', compareTo: '2026-10-07' })).toEqual({
      period: { from: week.from, to: week.to },
      comparePeriod: { from: '2026-10-01', to: '2026-10-07' },
    })
    // Half filled in, or the wrong way round: not chosen yet.
    expect(when({ period: 'custom', from: '2026-11-15' })).toEqual({})
    expect(when({ period: 'custom', from: '2026-11-15', to: '2026-11-01' })).toEqual({})
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
      'Tracked',
      'Tag: money',
      'Page contains “/guides/”',
      'Clicks: at least 5',
      'Mobile · Germany',
    ])
    for (let turns = 0; turns < labels.length; turns += 1) rankChips(filters, change)[0]?.remove()
    const { period, from, to, versus, compareFrom, compareTo } = someFilters // what is compared is no filter
    expect(filters).toEqual({ ...NO_FILTERS, period, from, to, versus, compareFrom, compareTo })
  })

  test('name the default slice', () => {
    expect(sliceLabel(DEFAULT_SLICE)).toBe('All devices')
  })
})

describe('saved filters', () => {
  test('are restored unchanged', () => {
    expect(readRankFilters(JSON.parse(JSON.stringify(someFilters)))).toEqual(someFilters)
  })

  test('of an older version keep their day and the day that it is compared with', () => {
    expect(readRankFilters({ day: '2026-11-20', compareDay: '2026-11-01', search: 'tea' })).toEqual({
      ...NO_FILTERS,
      search: 'tea',
      period: 'custom',
      from: '2026-11-20',
      to: '2026-11-20',
      versus: 'custom',
      compareFrom: '2026-11-01',
      compareTo: '2026-11-01',
    })
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

describe('names', () => {
  test('countries and languages are named, and other codes are shown as they came', () => {
    expect(countryName('de')).toBe('Germany')
    expect(languageName('en')).toBe('English')
    expect(languageName('no such language')).toBe('no such language')
    expect(languageName(null)).toBeNull()
    const all = countries()
    expect(all.find(({ value }) => value === 'gb')?.label).toBe('United Kingdom')
    expect(all.map(({ value }) => value)).not.toContain('dd')
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  })
})
