// Which text may run: one statement that reads. SQLite itself says what a statement does; the first word is looked at
// because PRAGMA and ATTACH count as reading there.
import type { Statement } from 'better-sqlite3'
import type { QueryFault } from '../messages.ts'
import { explainError, placeOf } from './errors.ts'
import type { Db } from './sandbox.ts'

export class QueryRefused extends Error {
  readonly fault: QueryFault

  constructor(fault: QueryFault) {
    super(fault.message)
    this.fault = fault
  }
}

const LEADING = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/
const READS = /^(?:SELECT|WITH|VALUES|EXPLAIN\s+QUERY\s+PLAN\s+(?:SELECT|WITH|VALUES))\b/i
const ONLY_READS =
  'Only one SELECT can run here (also WITH … SELECT, VALUES, EXPLAIN QUERY PLAN). Nothing can be changed by SQL.'

export type Read = Statement<unknown[], unknown[]>

/** Throws QueryRefused. */
export const prepareRead = (db: Db, sql: string): Read => {
  const start = LEADING.exec(sql)?.[0].length ?? 0
  if (!READS.test(sql.slice(start))) throw new QueryRefused({ message: ONLY_READS, at: placeOf(sql, start) })
  try {
    const statement = db.prepare<unknown[], unknown[]>(sql)
    if (!statement.reader || !statement.readonly) throw new QueryRefused({ message: ONLY_READS, at: null })
    return statement.raw()
  } catch (error) {
    throw error instanceof QueryRefused ? error : new QueryRefused(explainError(db, sql, error))
  }
}

type PlanRow = { readonly id: number; readonly parent: number; readonly detail: string }

/** Steps of the plan, indented below the step they belong to. */
export const planOf = (db: Db, sql: string, params: object): string[] => {
  const text = /^\s*EXPLAIN\b/i.test(sql.slice(LEADING.exec(sql)?.[0].length ?? 0)) ? sql : `EXPLAIN QUERY PLAN ${sql}`
  const rows = db.prepare<[object], PlanRow>(text).all(params)
  const depth = new Map<number, number>()
  return rows.map(({ id, parent, detail }) => {
    const own = (depth.get(parent) ?? -1) + 1
    depth.set(id, own)
    return `${'  '.repeat(own)}${detail}`
  })
}
