// Rows of brands within a time, newest first: what lists of several tables are merged from.
import type { Database } from 'better-sqlite3'
import { prepared } from './db.ts'
import { all, type Condition } from './search-text.ts'

export type TimeSpan = {
  readonly brandIds: 'all' | readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
  /** Only rows that meet this, too. */
  readonly narrow?: Condition | undefined
}
/** At most so many of its rows; a negative limit: all. */
export type NewestOf = TimeSpan & { readonly limit: number }

/** SQL of ours, never input. */
export type TimedRows = {
  readonly columns: string
  readonly from: string
  /** A condition that binds a JSON list of brand ids. */
  readonly ofBrands: string
  /** For one brand: a condition that binds its id, and the index that begins with it and then has `only` and the time. */
  readonly ofOneBrand?: { readonly sql: string; readonly index: string }
  readonly at: string
  /** Unique among rows of the same instant; descending. */
  readonly tie: string
  readonly where: string
  /** One more condition, which the index of the time begins with. */
  readonly only?: string
}

const oneBrandOf = ({ ofOneBrand }: TimedRows, { brandIds }: TimeSpan) =>
  brandIds !== 'all' && brandIds.length === 1 ? ofOneBrand : undefined

/** SQLite would also walk the index of the time of all brands, which a brand of few rows pays for. */
const fromOf = (rows: TimedRows, span: TimeSpan): string => {
  const one = oneBrandOf(rows, span)
  return one === undefined ? rows.from : `${rows.from} INDEXED BY ${one.index}`
}

/** All brands walk the index of the time. Some are looked up by brand, so that the rows of others cost nothing. */
const inSpan = (rows: TimedRows, span: TimeSpan): Condition => {
  const { ofBrands, at, where, only = 'TRUE' } = rows
  const { brandIds, fromMs, untilMs, narrow } = span
  const isAll = brandIds === 'all'
  const one = oneBrandOf(rows, span)
  const plus = isAll || one !== undefined ? '' : '+'
  return all([
    { sql: where, params: [] },
    isAll
      ? undefined
      : { sql: one?.sql ?? ofBrands, params: [one === undefined ? JSON.stringify(brandIds) : brandIds[0]] },
    { sql: `${plus}${only} AND ${plus}${at} >= ? AND ${plus}${at} < ?`, params: [fromMs, untilMs] },
    narrow,
  ])
}

/** Newest first, each with its `atMs`. */
export const newestRows = <Row>(db: Database, rows: TimedRows, span: NewestOf): (Row & { readonly atMs: number })[] => {
  const { sql, params } = inSpan(rows, span)
  return prepared<Row & { readonly atMs: number }>(
    db,
    `SELECT ${rows.columns}, ${rows.at} AS atMs FROM ${fromOf(rows, span)} WHERE ${sql}
     ORDER BY ${rows.at} DESC, ${rows.tie} LIMIT ?`,
  ).all(...params, span.limit)
}

export const countTimed = (db: Database, rows: TimedRows, span: TimeSpan): number => {
  const { sql, params } = inSpan(rows, span)
  return (
    prepared<{ total: number }>(db, `SELECT count(*) AS total FROM ${fromOf(rows, span)} WHERE ${sql}`).get(...params)
      ?.total ?? 0
  )
}

/** One kind of event of a room. */
export type EventsOf<Event> = {
  readonly newest: (span: NewestOf) => readonly Event[]
  readonly count: (span: TimeSpan) => number
}
