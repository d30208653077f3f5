import { DAY_MS, toDay } from '../../../src-main/base/clock.ts'
import type { Reads } from '../../../src-main/store/store.ts'
import '../../../src-main/tables.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import type { Folder } from './read-inputs.ts'

type Part = {
  readonly [Name in keyof Reads as Name extends
    | `rankings.${string}`
    | 'brands.days'
    | 'brands.overview'
    | 'brands.pages'
    | 'brands.somePages'
    | 'brands.standings'
    | 'keywordStatus.of'
    | 'tracked.list'
    ? Name
    : never]: readonly Parameters<Reads[Name]>[1][]
}

/** Of one day, not of a period. */
const pageOf = (input: object) => {
  const { period: _period, comparePeriod: _before, ...page } = calls['rankings.page'].input.parse(input)
  return { ...page, slice: page.slice ?? DEFAULT_SLICE }
}

export const rankInputs = ({ nowMs, brands, keywords }: Folder): Part => {
  const slice = DEFAULT_SLICE
  const brandIds = Array.from({ length: brands }, (_, at) => `b${at + 1}`)
  const brandId = 'b1'
  const keyword = 'keyword 3'
  const day = toDay(nowMs - 2 * DAY_MS)
  const from = toDay(nowMs - 4 * DAY_MS)
  const period = { from, to: day }
  const before = { from: toDay(nowMs - 9 * DAY_MS), to: toDay(nowMs - 5 * DAY_MS) }
  const all = { brandIds: 'all', slice } as const
  const one = { brandIds: [brandId], slice }
  const pages = [
    {},
    { brandIds: [brandId] },
    { search: '7' },
    { filter: { page: 'article-1' } },
    { filter: { pageAddress: 'https://brand.example/article-1' } },
    { day },
  ].map((input) => pageOf(input))
  const sorted = (['clicks', 'keyword', 'impressions', 'positionChange'] as const).map((by) =>
    pageOf({ sort: [{ by, direction: 'asc' }] }),
  )
  const earlier = { day, period, before }
  return {
    'brands.days': [{ brandId, days: 28 }],
    'brands.overview': [{ brandIds }, { brandIds, earlier }],
    'brands.pages': [
      { brandId, search: '', limit: 20 },
      { brandId, search: '', limit: 20, keyword },
    ],
    'brands.somePages': [{ brandIds }, { brandIds, search: 'article', limit: 20 }],
    'brands.standings': [{ brandIds }, { brandIds, earlier }],
    'rankings.days': [all, one],
    'rankings.drops': [{ ...all, lostMin: 0.5, limit: 50 }],
    'rankings.forecast': [
      { brandId, measure: 'clicks', days: 28, slice },
      { brandId, measure: 'position', keyword, days: 28, slice },
    ],
    'rankings.forecastNews': [
      { brandId, measure: 'clicks', points: [{ day: '2026-12-01', value: 5, low: 3, high: 9 }] },
      { brandId, measure: 'position', keyword, points: [] },
    ],
    'rankings.history': [{ brandId, keyword, slice }],
    'rankings.marks': [{ keywords: [{ brandId, keyword }], slice }],
    'rankings.missingDays': [{ brandId, slice, from, to: day }],
    'rankings.movers': [{ ...all, kind: 'any', limit: 50, from, to: day }],
    'rankings.movesAsOf': [{ ...one, day }],
    'rankings.movesDays': [{ ...all, day }],
    'rankings.page': [
      ...pages,
      ...sorted,
      ...pages.slice(0, 2).map((page) => ({ ...page, period, comparePeriod: before })),
      ...pages.slice(0, 2).map((page) => ({ ...page, period, comparePeriod: before, inMemory: true })),
    ],
    'rankings.pageHistory': [{ brandId, keyword, slice }],
    'rankings.periods': [{ ...all, today: toDay(nowMs), period: { days: 28 } }],
    'rankings.realMovers': [{ ...all, kind: 'any', limit: 50 }],
    'rankings.slices': [{ brandId }],
    'rankings.staleMoves': [all],
    'rankings.sumPeriods': [{ ...one, periods: [{ brandId, period }] }],
    'rankings.tags': [{ brandIds: 'all' }, { brandIds: [brandId] }],
    'rankings.topic': [{ brandId, topic: 'keyword' }],
    'rankings.totals': [
      { ...all, filter: {} },
      { ...one, filter: {}, search: '7' },
    ],
    'rankings.wholeDay': [all],
    'keywordStatus.of': [{ brandId, keywords: Array.from({ length: keywords }, (_, at) => `keyword ${at}`) }],
    'tracked.list': [{ brandId }],
  }
}
