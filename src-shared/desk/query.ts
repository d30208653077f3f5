import { z } from 'zod'
import { BrandIdsSchema, EmptySchema, ExportResultSchema, InstantSchema } from './common.ts'
import { call } from './define.ts'
import { QUERY_LIMITS } from './values/query-limits.ts'

const CellSchema = z.union([z.string(), z.number(), z.null()])
export type QueryCell = z.infer<typeof CellSchema>

const SqlSchema = z.string().min(1).max(QUERY_LIMITS.sqlMax)
const asked = { sql: SqlSchema, brandIds: BrandIdsSchema.default('all') }
const RunIdSchema = z.string().min(1).max(64)

const QueryResultSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(CellSchema)),
  returned: z.number().int(),
  /** All rows that the query yields. */
  total: z.number().int(),
  truncated: z.boolean(),
  /** Which limit cut it. */
  truncatedBy: z.enum(['rows', 'bytes']).nullable(),
  tookMs: z.number(),
  /** How SQLite reads the views, a step a line, indented below the step it belongs to. */
  plan: z.array(z.string()),
  /** When the oldest rows of the views in it were read from the service; null: never. */
  freshAsOf: InstantSchema.nullable(),
})
export type QueryResult = z.infer<typeof QueryResultSchema>

const QueryHistoryRowSchema = z.object({
  id: z.number().int(),
  sql: z.string(),
  brandIds: BrandIdsSchema,
  at: InstantSchema,
  tookMs: z.number(),
  /** Null: it failed. */
  returned: z.number().int().nullable(),
  total: z.number().int().nullable(),
  error: z.string().nullable(),
})
export type QueryHistoryRow = z.infer<typeof QueryHistoryRowSchema>

/** The one place where the desk takes SQL (decision 63): it reads the documented views of the brands named, and nothing else. */
export const queryCalls = {
  'query.views': call({
    input: EmptySchema,
    output: z.object({
      views: z.array(
        z.object({
          name: z.string(),
          about: z.string(),
          columns: z.array(z.object({ name: z.string(), type: z.string(), about: z.string() })),
        }),
      ),
      limits: z.object({ rows: z.number().int(), seconds: z.number(), memoryMb: z.number() }),
    }),
    reads: [],
  }),
  'query.run': call({
    input: z.object({
      ...asked,
      limit: z.number().int().min(1).max(QUERY_LIMITS.rowsMax).default(QUERY_LIMITS.rowsDefault),
      timeoutMs: z.number().int().min(100).max(QUERY_LIMITS.timeoutMsMax).default(QUERY_LIMITS.timeoutMsDefault),
      /** Chosen by the caller, for `query.stop`. */
      runId: RunIdSchema.optional(),
    }),
    output: QueryResultSchema,
    reads: [],
  }),
  'query.stop': call({
    input: z.object({ runId: RunIdSchema }),
    output: z.object({ stopped: z.boolean() }),
    reads: [],
  }),
  /** The last 200 queries of this desk, the newest first. */
  'query.history': call({
    input: z.object({ limit: z.number().int().min(1).max(QUERY_LIMITS.historyMax).default(50) }),
    output: z.object({ rows: z.array(QueryHistoryRowSchema) }),
    reads: ['queries'],
  }),
  'query.clearHistory': call({ input: EmptySchema, output: EmptySchema, reads: [] }),
  /** Runs the query again and writes up to 100,000 rows as CSV. */
  'query.export': call({
    input: z.object(asked),
    output: ExportResultSchema.extend({ truncated: z.boolean() }),
    reads: [],
  }),
}
