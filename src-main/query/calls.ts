import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { QueryResult } from '../../src-shared/desk/query.ts'
import { QUERY_LIMITS } from '../../src-shared/desk/values/query-limits.ts'
import { QUERY_VIEWS } from '../../src-shared/desk/values/query-views.ts'
import { toInstant } from '../base/clock.ts'
import { scrub } from '../base/scrub.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { writeTable } from '../exports/write-table.ts'
import type { RoomParts } from '../room.ts'
import type { AskViews, ViewsAsk } from './ask-views.ts'

export type QueryDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
  readonly askViews: ViewsAsk
  readonly exportsFolder: string
  readonly hasByteOrderMark: () => boolean
}

/** So much later at most comes a query that was stopped before. */
const EARLY_MS = 10_000

type BrandIds = 'all' | string[]
type Asked = Omit<AskViews, 'brandIds' | 'hasAddresses'> & { readonly brandIds: BrandIds }

export const createQueryHandlers = (deps: QueryDeps): Pick<Handlers, `query.${string}` & keyof Handlers> => {
  const { store, clock, emit, brands, askViews, exportsFolder, hasByteOrderMark } = deps
  const stops = new Map<string, AbortController>()
  /** The last that was asked to stop when it did not run: calls of one window may arrive in another order. */
  let early = { runId: '', atMs: 0 }
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['queries'] })

  /** A person at this desk sees the addresses in Contacts as well. */
  const run = async ({ brandIds, ...query }: Asked): Promise<QueryResult> => {
    const startedAtMs = clock.monotonicMs()
    const resolved = brands.resolve(brandIds)
    const note = async (outcome: { returned: number | null; total: number | null; error: string | null }) => {
      const tookMs = Math.round(clock.monotonicMs() - startedAtMs)
      await store.write('query.save', { sql: scrub(query.sql), brandIds, atMs: clock.now(), tookMs, ...outcome })
      changed()
    }
    try {
      const result = await askViews({ ...query, brandIds: resolved, hasAddresses: true })
      await note({ returned: result.returned, total: result.total, error: null })
      return result
    } catch (error) {
      if (error instanceof DeskError) await note({ returned: null, total: null, error: error.message })
      throw error
    }
  }

  return {
    'query.views': () => ({
      views: QUERY_VIEWS.map(({ name, about, columns }) => ({ name, about, columns: [...columns] })),
      limits: {
        rows: QUERY_LIMITS.rowsMax,
        seconds: QUERY_LIMITS.timeoutMsMax / 1000,
        memoryMb: QUERY_LIMITS.memoryMb,
      },
    }),
    'query.run': async ({ runId, ...query }) => {
      const stop = new AbortController()
      if (runId !== undefined) {
        stops.set(runId, stop)
        if (early.runId === runId) {
          if (clock.monotonicMs() - early.atMs < EARLY_MS) stop.abort()
          early = { runId: '', atMs: 0 }
        }
      }
      try {
        return await run({ ...query, bytesMax: QUERY_LIMITS.bytesMax, signal: stop.signal })
      } finally {
        if (runId !== undefined) stops.delete(runId)
      }
    },
    'query.stop': ({ runId }) => {
      const stop = stops.get(runId)
      stop?.abort()
      if (stop === undefined) early = { runId, atMs: clock.monotonicMs() }
      return { stopped: stop !== undefined }
    },
    'query.history': async (input) => ({ rows: await store.read('query.history', input) }),
    'query.clearHistory': async () => {
      await store.write('query.clear', {})
      changed()
      return {}
    },
    'query.export': async ({ sql, brandIds }) => {
      const { columns, rows, truncated, freshAsOf } = await run({
        sql,
        brandIds,
        limit: QUERY_LIMITS.exportRowsMax,
        bytesMax: 8 * QUERY_LIMITS.bytesMax,
        timeoutMs: QUERY_LIMITS.timeoutMsMax,
      })
      const stem = `query-${toInstant(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '')}`
      const held = brands.resolve(brandIds).map(brands.get)
      const file = await writeTable(
        { folder: exportsFolder, stem, extension: 'csv', brands: held, store },
        { columns, rows, hasByteOrderMark: hasByteOrderMark() },
      )
      return { ...file, rowCount: rows.length, freshAsOf, truncated }
    },
  }
}
