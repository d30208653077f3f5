// The filters in words.
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { bandLabel, NO_FILTERS, type RankChange, type RankFilters } from '../../state/filters/rankings.ts'
import type { FilterChip } from '../../table/filter-chips.tsx'
import { pathOf } from '../../table/links.ts'

export const CHANGE_LABELS: Readonly<Record<RankChange, string>> = {
  up: 'Climbed',
  down: 'Fell',
  new: 'New',
  lost: 'Lost',
  same: 'Unchanged',
}
/** A value that may be picked or typed, and its name. */
export type Suggested = { readonly value: string; readonly label: string }
export const DEVICES: readonly Suggested[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'tablet', label: 'Tablet' },
]
export const SEARCH_TYPES: readonly Suggested[] = [
  { value: 'web', label: 'Web' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'news', label: 'News' },
]
export const UNIVERSE_LABELS = {
  all: 'All keywords',
  ranked: 'Search console only',
  tracked: 'Tracked only',
} as const

/** A value that is not suggested is its own name. */
export const labelOf = (suggested: readonly Suggested[], value: string): string =>
  suggested.find((one) => one.value === value)?.label ?? value

/** What was typed as a value: the name of a suggestion, in any case, or a value of the service. */
export const valueOfText = (suggested: readonly Suggested[], text: string): string => {
  const folded = text.trim().toLowerCase()
  return suggested.find(({ label }) => label.toLowerCase() === folded)?.value ?? text.trim()
}

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

/** A code of letters has the country's name, or is shown in capitals; any other value is shown as it is. */
export const countryName = (value: string): string =>
  /^[a-z]{2,3}$/.test(value) ? (nameIn(regions, value.toUpperCase()) ?? value.toUpperCase()) : value

/** The service's id is a language code as a rule; anything else is shown as it came. */
export const languageName = (id: string | null): string | null => (id === null ? null : (nameIn(languages, id) ?? id))

/** Codes that name no country. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** Every country with a name of its own, in alphabetical order; codes are lower case. */
export const countries = (): readonly Suggested[] =>
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
    device === null ? null : labelOf(DEVICES, device),
    country === null ? null : countryName(country),
    searchType === 'web' ? null : `${labelOf(SEARCH_TYPES, searchType)} search`,
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
    pageAddress,
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
    ...chip('pageAddress', pageAddress !== '', `Page: ${pathOf(pageAddress)}`, { pageAddress: '' }),
    ...chip('clicks', clicksMin !== null, `Clicks: at least ${clicksMin}`, { clicksMin: null }),
    ...chip('impressions', impressionsMin !== null, `Impressions: at least ${impressionsMin}`, {
      impressionsMin: null,
    }),
    ...chip('slice', filters.slice !== null, filters.slice === null ? '' : sliceLabel(filters.slice), { slice: null }),
  ]
}
