import type { ParsedRequestOf } from '../../src-shared/service/operations.ts'
import type { RankedPage, TopKeyword } from '../../src-shared/service/rank-tracking.ts'
import { dayNumber, dayOf } from '../seed/days.ts'
import type { SeededKeyword } from '../seed/keywords.ts'
import { type BrandDay, brandDay, type Totals, totalsOver } from '../seed/rankings.ts'
import type { SearchConsoleRow } from '../seed/search-console.ts'
import { sliceShare } from '../seed/slices.ts'
import { ServiceError } from '../service-error.ts'
import type { SeededBrandState } from '../state/brand-state.ts'
import type { HandlerContext, HandlersOf } from './handler.ts'
import { pageOf } from './paging.ts'

type TopKeywordsQuery = ParsedRequestOf<'rankTracking.topKeywords'>['query']

/** Days as whole numbers since 1970, both ends included. */
type Period = { readonly from: number; readonly to: number }

const DEFAULT_DAYS = 28

/**
 * The days that a top-keywords call asks for: dates before the legacy counts, the last 28 days without either.
 * `previous` is the period just before, of the same length or of `previousDays`; only with `compare`.
 */
const periodsOf = (query: TopKeywordsQuery, today: number): { current: Period; previous?: Period } => {
  const current = currentPeriod(query, today)
  if (current.from > current.to) throw new ServiceError(400, 'startDate: is after endDate')
  if (query.compare !== true) return { current }
  const length = query.previousDays ?? current.to - current.from + 1
  return { current, previous: { from: current.from - length, to: current.from - 1 } }
}

const currentPeriod = (query: TopKeywordsQuery, today: number): Period => {
  const days = query.days ?? query.currentDays ?? DEFAULT_DAYS
  const to = query.endDate === undefined ? today : dayNumber(query.endDate)
  const from = query.startDate === undefined ? to - days + 1 : dayNumber(query.startDate)
  return { from, to }
}

/** The days of a period that have data: not in the future, not before the history begins. */
const daysWithData = ({ from, to }: Period, today: number, historyDays: number): number[] => {
  const first = Math.max(from, today - historyDays + 1)
  const count = Math.max(0, Math.min(to, today) - first + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

export const rankTrackingHandlers: HandlersOf<'rankTracking'> = {
  'rankTracking.topKeywords': ({ query }, context) => {
    const { brand, pageSize } = context
    const items = brand.kind === 'seeded' ? seededItems(brand, query, context) : searchConsoleItems(brand.rows, query)
    return pageOf(query.limit === undefined ? items : items.slice(0, query.limit), query.cursor, pageSize)
  },
  'rankTracking.keywords': ({ query }, { brand, pageSize }) => {
    const tracked = brand.kind === 'seeded' ? brand.keywords().filter(({ isTracked }) => isTracked) : []
    const items = tracked.map(({ keyword, isStarred, languageId }) => ({ keyword, isStarred, languageId }))
    return pageOf(items, query.cursor, pageSize)
  },
}

/** The days of the two periods that have data. */
type Days = { readonly current: readonly BrandDay[]; readonly previous?: readonly BrandDay[] }

const seededItems = (brand: SeededBrandState, query: TopKeywordsQuery, context: HandlerContext): TopKeyword[] => {
  const today = dayOf(context.nowMs)
  const periods = periodsOf(query, today)
  const brandDays = (period: Period): BrandDay[] =>
    daysWithData(period, today, context.historyDays).map((day) => brandDay(brand.seed, brand.industry, day))
  const current = brandDays(periods.current)
  if (current.length === 0) return []
  const days: Days = periods.previous === undefined ? { current } : { current, previous: brandDays(periods.previous) }
  return brand
    .keywords()
    .flatMap((keyword) => {
      const lifted = (of: readonly BrandDay[]) => context.lifts.daysOf(brand.teamId, keyword, of)
      const { previous } = days
      return itemsOf(keyword, query, {
        current: lifted(days.current),
        ...(previous === undefined ? {} : { previous: lifted(previous) }),
      })
    })
    .sort(byPosition)
}

/** The item of a keyword, or none where the universe leaves it out: only a tracked keyword is listed unranked. */
const itemsOf = (keyword: SeededKeyword, query: TopKeywordsQuery, days: Days): TopKeyword[] => {
  const universe = query.universe ?? 'all'
  if (universe === 'tracked' && !keyword.isTracked) return []
  const share = sliceShare(keyword, query)
  const current = totalsOver(keyword, days.current, share)
  const isRanked = current.impressions > 0
  if (!isRanked && (universe === 'ranked' || !keyword.isTracked)) return []
  const previous = days.previous === undefined ? undefined : totalsOver(keyword, days.previous, share)
  const rankedPages = pagesOf(keyword, current.pages, previous?.pages)
  const { keyword: text, isStarred, languageId } = keyword
  const measures = measured(current, previous)
  return [{ keyword: text, ...measures, isStarred, languageId, pages: rankedPages.length, rankedPages }]
}

const pagesOf = (keyword: SeededKeyword, current: readonly Totals[], previous?: readonly Totals[]): RankedPage[] => {
  const pages: RankedPage[] = []
  for (const [index, page] of keyword.pages.entries()) {
    const totals = current[index]
    if (totals === undefined || totals.impressions === 0) continue
    pages.push({ page, ...measured(totals, previous?.[index]) })
  }
  return pages.length < 2 ? pages : pages.sort((left, right) => right.impressions - left.impressions)
}

/** A change is current minus previous; a position that either period lacks leaves its change open (null). */
const measured = (current: Totals, previous: Totals | undefined) => {
  const now = measuresOf(current)
  if (previous === undefined) return now
  const before = measuresOf(previous)
  return {
    ...now,
    clicksChange: now.clicks - before.clicks,
    impressionsChange: now.impressions - before.impressions,
    ctrChange: rounded(now.ctr - before.ctr, 4),
    positionChange:
      now.position === null || before.position === null ? null : rounded(now.position - before.position, 2),
  }
}

const rounded = (value: number, digits: 2 | 4): number => {
  const scale = digits === 2 ? 100 : 10_000
  return Math.round(value * scale) / scale + 0 // + 0 turns -0 into 0
}

/** The position is the mean, weighted by impressions. */
const measuresOf = ({ clicks, impressions, weightedPosition }: Totals) => ({
  clicks,
  impressions,
  ctr: impressions === 0 ? 0 : rounded(clicks / impressions, 4),
  position: impressions === 0 ? null : rounded(weightedPosition / impressions, 2),
})

const byPosition = (left: TopKeyword, right: TopKeyword): number => {
  const difference = (left.position ?? Number.MAX_VALUE) - (right.position ?? Number.MAX_VALUE)
  if (difference !== 0) return difference
  return left.keyword < right.keyword ? -1 : 1
}

/**
 * The rows of an export as a top-keywords reply. An export has no days: every range answers the same rows, and their
 * changes are 0 when compared. It has no devices, countries, search types or tracked keywords either, so such a slice
 * has no rows.
 */
const searchConsoleItems = (rows: readonly SearchConsoleRow[], query: TopKeywordsQuery): TopKeyword[] => {
  const isSliced = query.device !== undefined || query.country !== undefined || (query.searchType ?? 'web') !== 'web'
  if (isSliced || query.universe === 'tracked') return []
  const changes =
    query.compare === true ? { clicksChange: 0, impressionsChange: 0, ctrChange: 0, positionChange: 0 } : {}
  return rows
    .map(({ query: keyword, clicks, impressions, ctr, position }) => ({
      keyword,
      clicks,
      impressions,
      ctr,
      position,
      ...changes,
      isStarred: false,
      languageId: null,
      pages: null,
      rankedPages: [],
    }))
    .sort((left, right) => left.position - right.position) // stable: equal positions stay in the file's order
}
