// The SQL console: what is written, what ran, and its result. Each scope keeps its own.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { ask } from '../data/desk.ts'
import { exportQuery } from './exporting.tsx'
import { brandIdsOf } from './location.ts'
import { createScopedStore } from './scoped-store.ts'

export type QueryReply = CallOutput<'query.run'>

type Console = {
  readonly sql: string
  readonly result: QueryReply | null
  readonly error: DeskErrorValue | null
  /** Of the query that runs. */
  readonly runId: string | null
}

const START = `SELECT brand, keyword, position, clicks, clicks_change
FROM rankings
ORDER BY clicks_change
LIMIT 20`

const store = createScopedStore<Console>({ sql: START, result: null, error: null, runId: null })

export const useConsole = store.use

export const setSql = (sql: string): void => store.here().set({ sql })

/** Runs what is written, one query at a time in each scope. */
export const runSql = async (): Promise<void> => {
  const { scope, get, set } = store.here()
  const { sql, runId: running } = get()
  if (running !== null || sql.trim() === '') return
  const runId = crypto.randomUUID()
  set({ runId, error: null })
  const reply = await ask('query.run', { sql, brandIds: brandIdsOf(scope), runId })
  set(reply.ok ? { runId: null, result: reply.value } : { runId: null, result: null, error: reply.error })
}

export const stopSql = async (): Promise<void> => {
  const { runId } = store.here().get()
  if (runId !== null) await ask('query.stop', { runId })
}

/** Runs what is written again, for a file with up to 100,000 rows. */
export const exportSql = (): Promise<void> => {
  const { scope, get } = store.here()
  return exportQuery({ sql: get().sql, brandIds: brandIdsOf(scope) })
}
