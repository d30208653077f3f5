// Which statements read a whole table that may be large.
import type { Database } from 'better-sqlite3'
import { cacheRows } from './cache-rows.ts'
import { coreRows } from './core-rows.ts'
import { LARGE } from './size.ts'
import type { Seen } from './watch.ts'

const MANY = 1000
const RANKINGS = [
  'rank_day',
  'rank_keyword',
  'rank_latest',
  'rank_move',
  'rank_packed',
  'rank_page_set',
  'rank_url',
  'freshness',
]

/** Tables that have many rows in a large folder. */
export const LARGE_TABLES: ReadonlySet<string> = new Set([
  ...[...coreRows(LARGE), ...cacheRows(LARGE)]
    .filter(({ count }) => count >= MANY)
    .map(({ table }) => table.replace(/^\w+\./, '')),
  ...RANKINGS,
  'article_change', // by triggers
])

export const tablesOf = (db: Database): string[] =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()

/** Indexes of what is open, waits or is unknown: a few rows of a large table. */
const OPEN_ROWS =
  /INDEX (intent_open|intent_unknown|playbook_run_open|audit_running|delivery_forward_waiting|credit_site_open)$/

/** The table that a step of a plan names by its alias. */
const tableOf = (sql: string, name: string): string => {
  const named = [...sql.matchAll(/(?:\bFROM|\bJOIN|,)\s+(?=(\w+)\s+(?:AS\s+)?(\w+))/gi)]
  return named.find(([, table = '', alias]) => alias === name && LARGE_TABLES.has(table))?.[1] ?? name
}

const SCAN = /^SCAN (\w+)/

/** `read or write: table` of each statement that goes over all rows of a large table. */
export const wholeTables = (seen: readonly Seen[]): string[] => {
  const found = seen.flatMap(({ name, sql, plan }) => {
    const isSorted = plan.some((step) => step.startsWith('USE TEMP B-TREE FOR'))
    const isWalk = /\bORDER BY\b.*\bLIMIT\b/s.test(sql) || (/\bLIMIT\b/.test(sql) && !/\bWHERE\b(?! TRUE\b)/.test(sql))
    // It ends where the page is full; `count(*)` is the exact total of a page.
    if ((isWalk && !isSorted) || /^\s*SELECT count\(\*\) AS total FROM/.test(sql)) return []
    return plan.flatMap((step) => {
      const table = tableOf(sql, SCAN.exec(step)?.[1] ?? '')
      return LARGE_TABLES.has(table) && !OPEN_ROWS.test(step) ? [`${name}: ${table}`] : []
    })
  })
  return [...new Set(found)].toSorted()
}
