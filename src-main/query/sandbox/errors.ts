// SQLite's errors in plain words, with the place in the text that they are about.
import { QUERY_VIEWS, queryView, viewsNamed } from '../../../src-shared/desk/values/query-views.ts'
import type { QueryFault } from '../messages.ts'
import type { Db } from './sandbox.ts'

export const placeOf = (sql: string, offset: number): QueryFault['at'] => {
  const before = sql.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const offsetsOf = (sql: string, part: string): number[] => {
  const found: number[] = []
  for (let at = sql.indexOf(part); at >= 0 && found.length < 200; at = sql.indexOf(part, at + 1)) found.push(at)
  return found
}

/** SQLite names the word it stumbled over and not where it is: the first one at which the text before it also fails. */
const stumbledAt = (db: Db, sql: string, word: string, message: string): number | undefined =>
  offsetsOf(sql, word).find((at) => {
    try {
      db.prepare(sql.slice(0, at + word.length))
      return false
    } catch (error) {
      return messageOf(error) === message
    }
  })

const ofWord = (sql: string, word: string): QueryFault['at'] => {
  const last = word.split('.').at(-1) ?? word
  const at = sql.toLowerCase().search(new RegExp(`\\b${last.toLowerCase().replaceAll(/[^a-z0-9_]/g, '.')}\\b`))
  return at < 0 ? null : placeOf(sql, at)
}

const VIEW_NAMES = QUERY_VIEWS.map(({ name }) => name).join(', ')
const columnsNamed = (sql: string): string =>
  viewsNamed(sql)
    .map(
      (view) =>
        `${view} has ${queryView(view)
          .columns.map(({ name }) => name)
          .join(', ')}.`,
    )
    .join(' ')

/** What a query that was not accepted, or failed, means. */
export const explainError = (db: Db, sql: string, error: unknown): QueryFault => {
  const message = messageOf(error)
  const near = /^near "(.*)": syntax error$/s.exec(message)?.[1]
  if (near !== undefined) {
    const at = stumbledAt(db, sql, near, message)
    return { message: `“${near}” is not expected here.`, at: at === undefined ? null : placeOf(sql, at) }
  }
  if (message === 'incomplete input') return { message: 'The query ends too early.', at: placeOf(sql, sql.length) }
  const token = /^unrecognized token: "(.*)"$/s.exec(message)?.[1]
  if (token !== undefined) {
    const at = sql.indexOf(token)
    return {
      message: `“${token}” is not SQL. A text needs a quote at both ends.`,
      at: at < 0 ? null : placeOf(sql, at),
    }
  }
  const table = /^no such table: (.*)$/s.exec(message)?.[1]
  if (table !== undefined)
    return { message: `There is no view “${table}”. The views are ${VIEW_NAMES}.`, at: ofWord(sql, table) }
  const column = /^no such column: "?([^"]*)/s.exec(message)?.[1]
  if (column !== undefined)
    return { message: `There is no column “${column}”. ${columnsNamed(sql)}`.trim(), at: ofWord(sql, column) }
  const fn = /^no such function: (.*)$/s.exec(message)?.[1]
  if (fn !== undefined) return { message: `There is no function “${fn}”.`, at: ofWord(sql, fn) }
  if (message.includes('more than one statement'))
    return { message: 'Only one statement can run at a time. Delete all but one.', at: null }
  if (message.includes('contains no statements')) return { message: 'There is no query in this text.', at: null }
  if (message.includes('Missing named parameter') || message.includes('Too few parameter'))
    return { message: 'The query has a placeholder (?, :name) without a value. Write the value itself.', at: null }
  if (message.includes('too big')) return { message: 'A text in the result is too long.', at: null }
  return { message: `SQLite says: ${message}.`, at: null }
}
