// Asks the query process, for the console and for assistants: who may see which brands is settled before.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { QueryCell, QueryResult } from '../../src-shared/desk/query.ts'
import { type QueryViewName, queryView, viewsNamed } from '../../src-shared/desk/values/query-views.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { QueryRunner } from './runner.ts'
import { workOut } from './work-out.ts'

export type AskViews = {
  readonly sql: string
  readonly params?: Readonly<Record<string, QueryCell>>
  readonly brandIds: readonly string[]
  readonly hasAddresses: boolean
  readonly offset?: number
  readonly limit: number
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

export type ViewsDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly runner: QueryRunner
  readonly files: { readonly coreFile: string; readonly cacheFile: string }
  /** Of what is stored (data-version.ts). */
  readonly version: () => number
}

/** When the oldest rows were read from the service; now, for what the desk keeps itself. */
const freshAsOfViews = async (
  { store, clock }: ViewsDeps,
  views: readonly QueryViewName[],
  brandIds: readonly string[],
): Promise<string | null> => {
  const datasets = new Set(views.flatMap((name) => queryView(name).dataset ?? []))
  if (datasets.size === 0) return toInstant(clock.now())
  const rows = await store.read('freshness.list', { brandIds: [...brandIds] })
  const times = rows.flatMap(({ dataset, fetchedAtMs }) => (datasets.has(dataset) ? (fetchedAtMs ?? []) : []))
  return times.length === 0 ? null : toInstant(Math.min(...times))
}

export const createAskViews = (deps: ViewsDeps) => {
  const { store, clock, runner, files, version } = deps
  return async ({
    sql,
    params = {},
    offset = 0,
    brandIds,
    hasAddresses,
    signal,
    ...limits
  }: AskViews): Promise<QueryResult> => {
    if (sql.includes('\0')) throw new DeskError('invalid', 'The query holds a character that SQL cannot read (U+0000).')
    const startedAtMs = clock.monotonicMs()
    const views = viewsNamed(sql)
    await workOut(store, { views, brandIds }, { clock, untilMs: startedAtMs + limits.timeoutMs, signal })
    const freshAsOf = await freshAsOfViews(deps, views, brandIds)
    const scope = { ...files, version: version(), brandIds, hasAddresses }
    const rows = await runner.run({
      sql,
      params,
      scope,
      offset,
      ...limits,
      ...(signal === undefined ? {} : { signal }),
    })
    return { ...rows, tookMs: Math.round(clock.monotonicMs() - startedAtMs), freshAsOf }
  }
}
export type ViewsAsk = ReturnType<typeof createAskViews>
