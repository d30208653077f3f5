import type { Database } from 'better-sqlite3'
import { accentFold, caseFold } from '../base/text.ts'

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

/** The words of a search as texts are searched. */
export const searchWords = (search: string | undefined): string[] =>
  caseFold(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** Whether a case-folded text has all words of a search, in any order. */
export const hasWords = (search: string | undefined): ((folded: string) => boolean) => {
  const words = searchWords(search)
  return (folded) => words.every((word) => folded.includes(word))
}

const withAccentFold = new WeakSet<Database>()

/** Lets statements of this connection use `accentFoldedSql`. */
export const addAccentFold = (db: Database): void => {
  if (withAccentFold.has(db)) return
  db.function('accent_fold', { deterministic: true }, (text: unknown) => accentFold(String(text)))
  withAccentFold.add(db)
}

/** A text case-folded and without accents. Most texts are ASCII, which SQLite folds by itself: a call of ours costs more. */
export const accentFoldedSql = (text: string): string =>
  `CASE WHEN length(${text}) = octet_length(${text}) THEN lower(${text}) ELSE accent_fold(${text}) END`

/** The words of a search without case and accents. */
export const accentFoldedWords = (search: string | undefined): string[] =>
  accentFold(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** All of the words, each in the text that `textOf` gives SQL of; null: every row has the word. */
export const saysAll = (words: readonly string[], textOf: (word: string) => string | null): Condition =>
  all(
    words.map((word) => {
      const text = textOf(word)
      return text === null ? undefined : { sql: `instr(${text}, ?) > 0`, params: [word] }
    }),
  )

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
