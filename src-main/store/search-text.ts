import { caseFold } from '../base/text.ts'

/** Values of one row as one text to search in; the line break keeps a match from spanning two of them. */
export const searchText = (values: readonly (string | null | undefined)[]): string =>
  caseFold(values.filter((value) => value != null).join('\n'))

export const caseFoldOrNull = (text: string | null | undefined): string | null => (text == null ? null : caseFold(text))

export type Condition = { readonly sql: string; readonly params: readonly unknown[] }

/** Part of a text, letter case aside in every script. */
export const holds = (column: string, search: string | undefined): Condition | undefined => {
  const needle = caseFold(search?.trim() ?? '')
  return needle === '' ? undefined : { sql: `instr(${column}, ?) > 0`, params: [needle] }
}

/** One of these words. */
export const isOneOf = (column: string, words: readonly string[] | undefined): Condition | undefined =>
  words && { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(words)] }

/** All of the conditions that are there. */
export const all = (conditions: readonly (Condition | undefined)[]): Condition => {
  const present = conditions.filter((condition) => condition !== undefined)
  return {
    sql: present.map(({ sql }) => `(${sql})`).join(' AND ') || 'TRUE',
    params: present.flatMap(({ params }) => params),
  }
}
