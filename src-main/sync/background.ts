import { setImmediate as nextTurn } from 'node:timers/promises'
import { DATASETS, type Dataset, type RunOrigin } from '../../src-shared/desk/sync.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { createLoop } from '../base/background.ts'
import { DAY_MS, toDay } from '../base/clock.ts'
import { pruneRankings } from '../rankings/public.ts'
import type { StoreTeam } from '../store/store.ts'
import type { Board } from './board.ts'
import type { SyncDeps } from './deps.ts'
import { inOrder, isDue, isEligible, oldestFirst, type Pair } from './plan.ts'
import { sliceKey } from './rules/slice-key.ts'
import { type Runs, toSyncRun } from './runs.ts'
import type { Scheduler } from './scheduler.ts'

// What other desks of the team fetched since this one did: asked now and then, so that a desk without keys follows as well.

type Deps = { readonly team: StoreTeam; readonly board: Pick<Board, 'get'>; readonly now: () => number }
type News = { readonly brandId: string; readonly dataset: Dataset }

/** One that failed waits for its next try. */
const mayTry = ({ state, nextTryAtMs }: Pair, nowMs: number): boolean =>
  (state !== 'failed' && state !== 'cancelled') || nextTryAtMs === null || nextTryAtMs <= nowMs

const createTeamNews = ({ team, board, now }: Deps) => {
  const newest = new Map<string, News & { readonly fetchedAtMs: number }>()
  let since = 0
  /** The pairs that the team has newer rows of; none while it cannot be reached. */
  return async (): Promise<readonly News[]> => {
    if (team.state().connection !== 'connected') return []
    const answer = await team.query('fetches.since', { since })
    since = answer.now
    for (const { brandId, dataset, slice, fetchedAtMs } of answer.fetched) {
      const known = DATASETS.find((one) => one === dataset)
      if (known !== undefined && slice === sliceKey(DEFAULT_SLICE))
        newest.set(`${brandId} ${dataset}`, { brandId, dataset: known, fetchedAtMs })
    }
    return [...newest.values()].filter(({ brandId, dataset, fetchedAtMs }) => {
      const pair = board.get(brandId, dataset)
      return fetchedAtMs > (pair.fetchedAtMs ?? -1) && mayTry(pair, now())
    })
  }
}
type TeamNews = ReturnType<typeof createTeamNews>

/** A new desk of a large team has 100,000 pairs to take. */
const AT_ONCE = 1000
const CHECK_EVERY_MS = 30_000
/** Past the longest history that can be kept filled (a year), so that lowering the setting deletes nothing. */
const KEPT_DAYS = 400

export type BackgroundDeps = Pick<
  SyncDeps,
  'store' | 'book' | 'settings' | 'clock' | 'emit' | 'log' | 'isDemoRunning' | 'mayDelete'
> & {
  readonly board: Board
  readonly runs: Runs
  readonly scheduler: Scheduler
}

/** Enqueues what the last run of the desk left undone, then what is due; checks again whenever brands or settings change. */
export const createBackground = (deps: BackgroundDeps) => {
  const { store, book, settings, clock, emit, log, isDemoRunning, mayDelete, board, runs, scheduler } = deps
  const isReachable = (demo: boolean): boolean => (demo ? isDemoRunning() : settings.profile().baseUrl !== '')

  let isClosing = false

  const enqueue = (origin: RunOrigin, pairs: readonly { brandId: string; dataset: Dataset }[]): void => {
    if (pairs.length === 0) return
    const run = runs.open(origin)
    for (const pair of pairs) scheduler.enqueue(run, { ...pair, slice: DEFAULT_SLICE })
    emit('sync.progress', { run: toSyncRun(run) })
    runs.closeIfDone(run)
  }

  /** Those that are synced first come first, so that each is put behind the others; calls are answered in between. */
  const enqueueMany = async (pairs: readonly News[]): Promise<void> => {
    const sorted = inOrder(pairs)
    for (let from = 0; from < sorted.length && !isClosing; from += AT_ONCE) {
      if (from > 0) await nextTurn()
      const some = sorted.slice(from, from + AT_ONCE)
      enqueue(
        'interval',
        some.filter(({ brandId, dataset }) => book.find(brandId) !== null && !scheduler.isAtWork(brandId, dataset)),
      )
    }
  }

  const enqueueDue = async (): Promise<void> => {
    const rules = { nowMs: clock.now(), everyMinutes: settings.get().syncEveryMinutes }
    const duePairs = book.list().flatMap((brand) => {
      const brandRules = { ...rules, isReachable: isReachable(brand.demo) }
      return DATASETS.filter((dataset) => !scheduler.isAtWork(brand.id, dataset))
        .map((dataset) => board.get(brand.id, dataset))
        .filter((pair) => isDue(pair, brand, brandRules))
    })
    await enqueueMany(oldestFirst(duePairs).map(({ brandId, dataset }) => ({ brandId, dataset })))
  }

  /** What colleagues' desks fetched is taken from the team. */
  const enqueueNews = async (readNews: TeamNews): Promise<void> => {
    const news = await readNews()
    if (isClosing) return
    const isTaken = ({ brandId, dataset }: News) =>
      book.find(brandId)?.demo === false && !scheduler.isAtWork(brandId, dataset)
    await enqueueMany(news.filter(isTaken))
  }
  const readNews = store.team === null ? undefined : createTeamNews({ team: store.team, board, now: clock.now })

  /** Once a day, so that a desk that is never closed does not grow for ever. */
  let prunedOn = ''
  const pruneOld = async (): Promise<void> => {
    const today = toDay(clock.now())
    if (today === prunedOn || !(await mayDelete())) return
    prunedOn = today
    const { days } = await pruneRankings(store, { before: toDay(clock.now() - KEPT_DAYS * DAY_MS) })
    if (days > 0) log.info({ days }, 'old days of rankings were deleted')
  }

  const loop = createLoop({
    clock,
    everyMs: CHECK_EVERY_MS,
    run: async () => {
      await enqueueDue()
      if (readNews !== undefined)
        await enqueueNews(readNews).catch((error: unknown) =>
          log.warn({ err: error }, 'the team was not asked for newer rows'),
        )
      await pruneOld().catch((error: unknown) => log.warn({ err: error }, 'old days of rankings were not deleted'))
    },
    onFault: (error) => log.error({ err: error }, 'the background sync failed'),
  })
  const stopListening = [book.onChange(loop.wake), settings.onChange(loop.wake)]

  return {
    start: loop.start,
    wake: loop.wake,
    /** Syncs these datasets of a brand now, as the desk's own check. False where its service cannot be asked. */
    refresh: (brandId: string, datasets: readonly Dataset[]): boolean => {
      const brand = book.find(brandId)
      if (isClosing || brand === null || !isEligible(brand, { isReachable: isReachable(brand.demo) })) return false
      enqueue(
        'watch',
        datasets.map((dataset) => ({ brandId, dataset })),
      )
      return true
    },
    close: (): void => {
      isClosing = true
      for (const stop of stopListening) stop()
      void loop.close()
    },
  }
}
