import type { QueryCell } from '../../../src-shared/desk/query.ts'
import { viewsNamed } from '../../../src-shared/desk/query-views.ts'
import type { QueryRequest, QueryRows } from '../messages.ts'
import { explainError } from './errors.ts'
import type { Db, Sandbox } from './sandbox.ts'
import { planOf, prepareRead, QueryRefused } from './statement.ts'

/** Rows that are counted beyond those returned: until then, or this share of the time. */
const COUNTED_MAX = 2_000_000
const COUNTING_SHARE = 0.5
const CLOCK_EVERY = 1_000

const cellOf = (value: unknown): QueryCell => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : String(value)
}

const bytesOf = (row: readonly QueryCell[]): number => Buffer.byteLength(JSON.stringify(row)) + 1

type Limits = Pick<QueryRequest, 'offset' | 'limit' | 'bytesMax' | 'timeoutMs'>

const readRows = (rows: Iterable<unknown[]>, { offset, limit, bytesMax, timeoutMs }: Limits, startedAtMs: number) => {
  const kept: QueryCell[][] = []
  let total = 0
  let bytes = 0
  let truncatedBy: QueryRows['truncatedBy'] = null
  const countUntilMs = startedAtMs + timeoutMs * COUNTING_SHARE
  for (const raw of rows) {
    total += 1
    if (total > offset && truncatedBy === null) {
      const row = raw.map(cellOf)
      bytes += bytesOf(row)
      if (kept.length === limit) truncatedBy = 'rows'
      else if (bytes > bytesMax) truncatedBy = 'bytes'
      else kept.push(row)
    }
    const isLate = total % CLOCK_EVERY === 0 && performance.now() > countUntilMs
    if (truncatedBy !== null && (isLate || total > COUNTED_MAX)) return { kept, total: null, truncatedBy }
  }
  return { kept, total, truncatedBy }
}

const runIn = (db: Db, request: QueryRequest): QueryRows => {
  const startedAtMs = performance.now()
  const { sql, params } = request
  const statement = prepareRead(db, sql)
  try {
    const plan = planOf(db, sql, params)
    const { kept, total, truncatedBy } = readRows(statement.iterate(params), request, startedAtMs)
    const columns = statement.columns().map(({ name }) => name)
    return { columns, rows: kept, returned: kept.length, total, truncated: truncatedBy !== null, truncatedBy, plan }
  } catch (error) {
    throw new QueryRefused(explainError(db, sql, error))
  }
}

/** Throws QueryRefused. */
export const runQuery = (sandbox: Sandbox, request: QueryRequest): QueryRows =>
  sandbox.using(viewsNamed(request.sql), (db) => runIn(db, request))
