// What the rooms write the SQL of their query views with.
import { type Fields, viewColumns } from '../../src-shared/desk/fields/field.ts'
import type { QueryViewName } from '../../src-shared/desk/values/query-views.ts'

/**
 * How the rows of a room's views are read: `main` is cache.db, `core` is core.db, and the temporary table `scope` has the brands
 * that were asked for: id, slug, their number in cache.db, and their slice of all devices and countries. What does not join it is
 * not loaded. Each yields the view's columns in their order.
 */
export type ViewLoads = Readonly<Partial<Record<QueryViewName, string>>>

export const iso = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${ms} / 1000, 'unixepoch')`
export const day = (no: string) => `date(${no} * 86400, 'unixepoch')`
export const list = (json: string) => `(SELECT group_concat(value, ', ') FROM json_each(${json}))`
/** Sums of shares and averages: two places say it all, and a table is read by assistants too. */
export const two = (value: string) => `round(${value}, 2)`
/** Shares of 0 to 1. */
export const four = (value: string) => `round(${value}, 4)`

/** The columns of a list's view in the order of its fields: those of the table that have the same name, or what is given. */
export const selectFields = <Row>(
  fields: Fields<Row>,
  table: string,
  given: Readonly<Record<string, string>>,
): string =>
  `SELECT ${viewColumns(fields).map(({ name }) => given[name] ?? (name === 'brand' ? 'sc.slug' : `${table}.${name}`))}`
