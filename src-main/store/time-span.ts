// Rows of brands within a time, newest first: what lists of several tables are merged from.
import type { Database } from 'better-sqlite3'
import { prepared } from './db.ts'
import { all, type Condition } from './search-text.ts'

export type TimeSpan = {
  readonly brandIds: 'all' | readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
}
/** At most so many of its rows. */
export type NewestOf = TimeSpan & { readonly limit: number }

/** SQL of ours, never input. */
export type TimedRows = {
  readonly columns: string
  readonly from: string
  /** A condition that binds a JSON list of brand ids. */
  readonly ofBrands: string
  readonly at: string
  /** Unique among rows of the same instant; descending. */
  readonly tie: string
  readonly where: string
  /** One more condition, which the index of the time begins with. */
  readonly only?: string
}

/** All brands walk the index of the time. Some are looked up by brand, so that the rows of others cost nothing. */
const inSpan = (
  { ofBrands, at, where, only = 'TRUE' }: TimedRows,
  { brandIds, fromMs, untilMs }: TimeSpan,
): Condition => {
  const isAll = brandIds === 'all'
  const plus = isAll ? '' : '+'
  return all([
    { sql: where, params: [] },
    isAll ? undefined : { sql: ofBrands, params: [JSON.stringify(brandIds)] },
    { sql: `${plus}${only} AND ${plus}${at} >= ? AND ${plus}${at} < ?`, params: [fromMs, untilMs] },
  ])
}

/** Newest first, each with its `atMs`. */
export const newestRows = <Row>(db: Database, rows: TimedRows, span: NewestOf): (Row & { readonly atMs: number })[] => {
  const { sql, params } = inSpan(rows, span)
  return prepared<Row & { readonly atMs: number }>(
    db,
    `SELECT ${rows.columns}, ${rows.at} AS atMs FROM ${rows.from} WHERE ${sql}
     ORDER BY ${rows.at} DESC, ${rows.tie} LIMIT ?`,
  ).all(...params, span.limit)
}

export const countTimed = (db: Database, rows: TimedRows, span: TimeSpan): number => {
  const { sql, params } = inSpan(rows, span)
  return (
    prepared<{ total: number }>(db, `SELECT count(*) AS total FROM ${rows.from} WHERE ${sql}`).get(...params)?.total ??
    0
  )
}

/** One kind of event of a room. */
export type EventsOf<Event> = {
  readonly newest: (span: NewestOf) => readonly Event[]
  readonly count: (span: TimeSpan) => number
}
