// What is worked out only when it is asked for, before a query reads it: real moves, and where a sync did not do it yet,
// conflicts of pages, causes of drops and what followed articles.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { QueryViewName } from '../../src-shared/desk/values/query-views.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import type { Clock } from '../base/clock.ts'
import { readStaleConflicts, saveConflicts } from '../cannibalisation/public.ts'
import { countStaleCauses, readStaleCauses, workOutCauses } from '../causes/public.ts'
import { isImpactStale, saveImpacts } from '../impact/public.ts'
import { readStaleOpportunities, workOutOpportunities } from '../opportunities/public.ts'
import { readStaleMoves, saveRankMoves } from '../rankings/public.ts'
import type { Store } from '../store/store.ts'

type Job = () => Promise<unknown>
type Work = (store: Store, brandIds: readonly string[], clock: Pick<Clock, 'now'>) => Promise<Job[]>
type Limits = {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly untilMs: number
  readonly signal?: AbortSignal | undefined
}

/** One after the other. Each result is kept, so that the next query goes on where this one had no time left. */
export const runJobs = async (jobs: readonly Job[], { clock, untilMs, signal }: Limits): Promise<void> => {
  for (const [done, job] of jobs.entries()) {
    if (signal?.aborted) return
    if (clock.monotonicMs() >= untilMs)
      throw new DeskError(
        'conflict',
        `After the last sync ${jobs.length - done} of ${jobs.length} results are not worked out yet. Run the query again to continue.`,
      )
    await job()
  }
}

const moves = async (store: Store, brandIds: readonly string[]): Promise<Job[]> =>
  (await readStaleMoves(store, { brandIds, slice: DEFAULT_SLICE })).map(
    (brandId) => () => saveRankMoves(store, { brandId, slice: DEFAULT_SLICE }),
  )

const conflicts = async (store: Store, brandIds: readonly string[]): Promise<Job[]> =>
  (await readStaleConflicts(store, { brandIds })).map((brandId) => () => saveConflicts(store, { brandId }))

/** Each kind of brands is one job: what is found of one is learned from all. */
const opportunities = async (store: Store, brandIds: readonly string[]): Promise<Job[]> =>
  (await readStaleOpportunities(store, { brandIds }))
    .filter((stale) => stale.length > 0)
    .map((stale) => () => workOutOpportunities(store, stale))

/** One job: a break over many brands is found in all of them. */
const causes: Work = async (store, brandIds, clock) =>
  countStaleCauses(await readStaleCauses(store, { brandIds })) === 0
    ? []
    : [() => workOutCauses(store, brandIds, { clock })]

/** Piece by piece, so that other writes come in between. */
const saveImpact = async (store: Store, brandId: string): Promise<void> => {
  while (!(await saveImpacts(store, { brandId })).isDone);
}

const impact = async (store: Store, brandIds: readonly string[]): Promise<Job[]> => {
  const jobs: Job[] = []
  // Brand by brand, so that other reads come in between.
  for (const brandId of brandIds) {
    if (await isImpactStale(store, { brandId })) jobs.push(() => saveImpact(store, brandId))
  }
  return jobs
}

const WORK: Partial<Record<QueryViewName, Work>> = {
  movers: moves,
  competing_pages: conflicts,
  opportunities,
  causes,
  impact,
}

/** Rejects with `conflict` where the time is not enough. */
export const workOut = async (
  store: Store,
  { views, brandIds }: { readonly views: readonly QueryViewName[]; readonly brandIds: readonly string[] },
  limits: Limits & { readonly clock: Pick<Clock, 'now'> },
): Promise<void> => {
  const jobs: Job[] = []
  for (const view of views) jobs.push(...((await WORK[view]?.(store, brandIds, limits.clock)) ?? []))
  await runJobs(jobs, limits)
}
