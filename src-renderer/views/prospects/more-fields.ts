// Fields of a record that the desk has no column for, as plain text. Whatever the service sends, it stays text.

const WORD_BREAK = /([\p{Ll}\p{N}])(\p{Lu})/gu

/** `domainAuthority` → `domain authority`, `found_at` → `found at`. */
export const fieldName = (key: string): string =>
  key.replace(WORD_BREAK, '$1 $2').replaceAll(/[_-]+/g, ' ').toLowerCase()

export const fieldText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
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
