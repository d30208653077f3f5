// The filters in words.
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { formatDay, formatShortDay } from '../../format/time.ts'
import { bandLabel } from '../../state/bands.ts'
import { NO_FILTERS, type RankChange, type RankFilters } from '../../state/rank-filters.ts'
import type { FilterChip } from '../../table/filter-chips.tsx'

export const CHANGE_LABELS: Readonly<Record<RankChange, string>> = {
  up: 'Climbed',
  down: 'Fell',
  new: 'New',
  lost: 'Lost',
  same: 'Unchanged',
}
export const DEVICE_LABELS = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' } as const
export const SEARCH_TYPE_LABELS = { web: 'Web', image: 'Image', video: 'Video', news: 'News' } as const
export const UNIVERSE_LABELS = {
  all: 'All keywords',
  ranked: 'Search console only',
  tracked: 'Tracked only',
} as const

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export const countryName = (code: string): string => {
  try {
    return regions.of(code.toUpperCase()) ?? code
  } catch {
    return code.toUpperCase()
  }
}

/** `Mobile · Germany`, or `All devices`. */
export const sliceLabel = ({ device, country, searchType, universe }: Slice): string => {
  const parts = [
    device === null ? null : DEVICE_LABELS[device],
    country === null ? null : countryName(country),
    searchType === 'web' ? null : `${SEARCH_TYPE_LABELS[searchType]} search`,
    universe === 'all' ? null : UNIVERSE_LABELS[universe],
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'All devices' : parts.join(' · ')
}

export const periodLabel = ({ day, compareDay }: Pick<RankFilters, 'day' | 'compareDay'>): string => {
  if (day === null) return 'Last 28 days'
  return compareDay === null ? formatDay(day) : `${formatShortDay(compareDay)} vs ${formatShortDay(day)}`
}

type Change = (change: Partial<RankFilters>) => void

export const rankChips = (filters: RankFilters, change: Change): FilterChip[] => {
  const chip = (id: string, isOn: boolean, label: string, off: Partial<RankFilters>): FilterChip[] =>
    isOn ? [{ id, label, remove: () => change(off) }] : []
  const { search, band, bandMin: min, bandMax: max, changes, isStarred, page, clicksMin, impressionsMin } = filters
  return [
    ...chip('search', search.trim() !== '', `Keyword contains “${search.trim()}”`, { search: '' }),
    ...chip('band', band !== 'any', `Position: ${bandLabel(band, { min, max })}`, {
      band: 'any',
      bandMin: NO_FILTERS.bandMin,
      bandMax: NO_FILTERS.bandMax,
    }),
    ...changes.map((each) => ({
      id: each,
      label: CHANGE_LABELS[each],
      remove: () => change({ changes: changes.filter((other) => other !== each) }),
    })),
    ...chip('starred', isStarred, 'Starred', { isStarred: false }),
    ...chip('page', page !== '', `Page contains “${page}”`, { page: '' }),
    ...chip('clicks', clicksMin !== null, `At least ${clicksMin} clicks`, { clicksMin: null }),
    ...chip('impressions', impressionsMin !== null, `At least ${impressionsMin} impressions`, { impressionsMin: null }),
    ...chip('slice', filters.slice !== null, filters.slice === null ? '' : sliceLabel(filters.slice), { slice: null }),
    ...chip('period', filters.day !== null, periodLabel(filters), { day: null, compareDay: null }),
  ]
}
