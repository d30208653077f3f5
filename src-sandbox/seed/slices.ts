import type { ParsedRequestOf } from '../../src-shared/service/operations.ts'
import { ServiceError } from '../service-error.ts'
import { bell, hash, hashText, unit } from './hash.ts'
import type { SeededKeyword } from './keywords.ts'

type Slice = Pick<ParsedRequestOf<'rankTracking.topKeywords'>['query'], 'device' | 'searchType' | 'country'>

/** How much of a keyword's traffic a slice holds, and how its position differs there. */
export type SliceShare = { readonly part: number; readonly lnShift: number; readonly salt: number }

const WHOLE: SliceShare = { part: 1, lnShift: 0, salt: 0 }

const DEVICE_PARTS: ReadonlyMap<string, number> = new Map([
  ['desktop', 0.4],
  ['mobile', 0.54],
  ['tablet', 0.06],
])
/** Only some keywords show at all in the other kinds of search. */
const SEARCH_TYPE_PARTS: ReadonlyMap<string, { readonly reach: number; readonly part: number }> = new Map([
  ['web', { reach: 1, part: 1 }],
  ['image', { reach: 0.35, part: 0.2 }],
  ['video', { reach: 0.12, part: 0.1 }],
  ['news', { reach: 0.05, part: 0.08 }],
])
const COUNTRY_PARTS: Readonly<Record<string, number>> = { us: 0.6, gb: 0.14, ca: 0.1, au: 0.08, de: 0.05, in: 0.03 }
const THREE_LETTERS: Readonly<Record<string, string>> = {
  usa: 'us',
  gbr: 'gb',
  can: 'ca',
  aus: 'au',
  deu: 'de',
  ind: 'in',
}

const known = <Value>(parameter: string, values: ReadonlyMap<string, Value>, value: string): Value => {
  const found = values.get(value)
  if (found !== undefined) return found
  throw new ServiceError(400, `${parameter}: must be one of ${[...values.keys()].join(', ')}`)
}

/** The share of one keyword in a slice; none in a country without impressions. Throws 400 for another device or search type. */
export const sliceShare = (keyword: SeededKeyword, slice: Slice): SliceShare => {
  const country = countryOf(slice.country)
  const searchType = slice.searchType ?? 'web'
  if (slice.device === undefined && country === undefined && searchType === 'web') return WHOLE
  const salt = hashText(`${slice.device}/${country}/${searchType}`)
  const { reach, part } = known('searchType', SEARCH_TYPE_PARTS, searchType)
  if (unit(keyword.seed, 71, hashText(searchType)) >= reach) return { part: 0, lnShift: 0, salt }
  const devicePart = slice.device === undefined ? 1 : known('device', DEVICE_PARTS, slice.device)
  const countryPart = country === undefined ? 1 : (COUNTRY_PARTS[country] ?? 0)
  return { part: part * devicePart * countryPart, lnShift: 0.15 * bell(keyword.seed, hash(salt, 72)), salt }
}

const countryOf = (country: string | undefined): string | undefined => {
  const code = country?.toLowerCase()
  return code === undefined ? undefined : (THREE_LETTERS[code] ?? code)
}
