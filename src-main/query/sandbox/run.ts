import type { QueryCell } from '../../../src-shared/desk/query.ts'
import { viewsNamed } from '../../../src-shared/desk/values/query-views.ts'
import type { QueryRequest, QueryRows } from '../messages.ts'
import { explainError } from './errors.ts'
import type { Db, Sandbox } from './sandbox.ts'
import { planOf, prepareRead, QueryRefused } from './statement.ts'

const cellOf = (value: unknown): QueryCell => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : String(value)
}

const bytesOf = (row: readonly QueryCell[]): number => Buffer.byteLength(JSON.stringify(row)) + 1

type Limits = Pick<QueryRequest, 'offset' | 'limit' | 'bytesMax'>

/** All rows are counted, also those that are not returned: without a total nobody knows what an answer leaves out. */
const readRows = (rows: Iterable<unknown[]>, { offset, limit, bytesMax }: Limits) => {
  const kept: QueryCell[][] = []
  let total = 0
  let bytes = 0
  let truncatedBy: QueryRows['truncatedBy'] = null
  for (const raw of rows) {
    total += 1
    if (total <= offset || truncatedBy !== null) continue
    const row = raw.map(cellOf)
    bytes += bytesOf(row)
    if (kept.length === limit) truncatedBy = 'rows'
    else if (bytes > bytesMax) truncatedBy = 'bytes'
    else kept.push(row)
  }
  return { kept, total, truncatedBy }
}

const runIn = (db: Db, request: QueryRequest): QueryRows => {
  const { sql, params } = request
  const statement = prepareRead(db, sql)
  try {
    const plan = planOf(db, sql, params)
    const { kept, total, truncatedBy } = readRows(statement.iterate(params), request)
    const columns = statement.columns().map(({ name }) => name)
    return { columns, rows: kept, returned: kept.length, total, truncated: truncatedBy !== null, truncatedBy, plan }
  } catch (error) {
    throw new QueryRefused(explainError(db, sql, error))
  }
}

/** Throws QueryRefused. */
export const runQuery = (sandbox: Sandbox, request: QueryRequest): QueryRows =>
  sandbox.using(viewsNamed(request.sql), (db) => runIn(db, request))
