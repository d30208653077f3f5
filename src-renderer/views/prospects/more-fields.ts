// Fields of a record that the desk has no column for, always as plain text.
import { formatMoment } from '../../format/time.ts'

const WORD_BREAK = /([\p{Ll}\p{N}])(\p{Lu})/gu

/** `domainAuthority` → `domain authority`, `found_at` → `found at`. */
export const fieldName = (key: string): string =>
  key === 'email' ? 'e-mail' : key.replace(WORD_BREAK, '$1 $2').replaceAll(/[_-]+/g, ' ').toLowerCase()

/** `domainAuthority` → `Authority`, `monthlyVisits` → `Monthly visits`. */
export const columnName = (key: string): string => {
  if (/^domain_?(authority|rating)$/i.test(key)) return /rating$/i.test(key) ? 'Rating' : 'Authority'
  const name = fieldName(key)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** An instant in the user's time zone, everything else as received. */
export const fieldText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))) return formatMoment(value)
  if (typeof value === 'object') return JSON.stringify(value, null, 1)
  return String(value)
}

export type MoreField = { readonly name: string; readonly text: string }

export const moreFields = (more: Readonly<Record<string, unknown>>): readonly MoreField[] =>
  Object.entries(more).map(([key, value]) => ({ name: fieldName(key), text: fieldText(value) }))

/** All of them in one line: `domain authority: 41 · country: DE`. */
export const moreText = (more: Readonly<Record<string, unknown>>): string =>
  moreFields(more)
    .map(({ name, text }) => `${name}: ${text}`)
    .join(' · ')
