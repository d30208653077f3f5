// The filters in words.
import type { Slice } from '../../../src-shared/desk/slice.ts'
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

const namesOf = (type: 'region' | 'language') => new Intl.DisplayNames('en', { type, fallback: 'none' })
const regions = namesOf('region')
const languages = namesOf('language')

const nameIn = (names: Intl.DisplayNames, code: string): string | undefined => {
  try {
    return names.of(code)
  } catch {
    return undefined // not a code at all
  }
}

export const countryName = (code: string): string => nameIn(regions, code.toUpperCase()) ?? code.toUpperCase()

/** The service's id is a language code as a rule; anything else is shown as it came. */
export const languageName = (id: string | null): string | null => (id === null ? null : (nameIn(languages, id) ?? id))

/** Codes that name no country. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** Every country with a name of its own, in alphabetical order; codes are lower case. */
export const countries = (): readonly { readonly value: string; readonly label: string }[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))
    .flatMap((code) => {
      const label = nameIn(regions, code)
      // A former code, such as DD, has the name of the country of today.
      const isCountry = new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRIES.has(code)
      return label !== undefined && isCountry ? [{ value: code.toLowerCase(), label }] : []
    })
    .toSorted((one, other) => one.label.localeCompare(other.label))

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

type Change = (change: Partial<RankFilters>) => void

export const rankChips = (filters: RankFilters, change: Change): FilterChip[] => {
  const chip = (id: string, isOn: boolean, label: string, off: Partial<RankFilters>): FilterChip[] =>
    isOn ? [{ id, label, remove: () => change(off) }] : []
  const {
    search,
    band,
    bandMin: min,
    bandMax: max,
    changes,
    isStarred,
    isTracked,
    tags,
    page,
    clicksMin,
    impressionsMin,
  } = filters
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
    ...chip('tracked', isTracked, 'Tracked', { isTracked: false }),
    ...tags.map((tag) => ({
      id: `tag ${tag}`,
      label: `Tag: ${tag}`,
      remove: () => change({ tags: tags.filter((other) => other !== tag) }),
    })),
    ...chip('page', page !== '', `Page contains “${page}”`, { page: '' }),
    ...chip('clicks', clicksMin !== null, `At least ${clicksMin} clicks`, { clicksMin: null }),
    ...chip('impressions', impressionsMin !== null, `At least ${impressionsMin} impressions`, { impressionsMin: null }),
    ...chip('slice', filters.slice !== null, filters.slice === null ? '' : sliceLabel(filters.slice), { slice: null }),
  ]
}
