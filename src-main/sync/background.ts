import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import { DATASETS, type Dataset, type RunOrigin } from '../../src-shared/desk/sync.ts'
import { toDay } from '../base/clock.ts'
import type { Board } from './board.ts'
import type { SyncDeps } from './deps.ts'
import { isDue, isEligible } from './plan.ts'
import { type Runs, toSyncRun } from './runs.ts'
import type { Scheduler } from './scheduler.ts'

const TICK_MS = 30_000
/** Past the longest history that can be kept filled (a year), so that lowering the setting drops nothing. */
const KEPT_DAYS = 400
const DAY_MS = 86_400_000

export type BackgroundDeps = Pick<
  SyncDeps,
  'store' | 'book' | 'settings' | 'clock' | 'emit' | 'log' | 'isDemoRunning' | 'mayDelete'
> & {
  readonly board: Board
  readonly runs: Runs
  readonly scheduler: Scheduler
}

/** Puts to work what the last end left undone, then what has grown old, and looks again whenever something changed. */
export const createBackground = (deps: BackgroundDeps) => {
  const { store, book, settings, clock, emit, log, isDemoRunning, mayDelete, board, runs, scheduler } = deps
  let isClosing = false
  let wake = new AbortController()

  const isReachable = (demo: boolean): boolean => (demo ? isDemoRunning() : settings.profile().baseUrl !== '')

  const enqueue = (origin: RunOrigin, pairs: readonly { brandId: string; dataset: Dataset }[]): void => {
    if (pairs.length === 0) return
    const run = runs.open(origin)
    for (const pair of pairs) scheduler.enqueue(run, { ...pair, slice: DEFAULT_SLICE })
    emit('sync.progress', { run: toSyncRun(run) })
    runs.closeIfDone(run)
  }

  const enqueueDue = (): void => {
    const rules = { nowMs: clock.now(), everyMinutes: settings.get().syncEveryMinutes }
    const duePairs = book.list().flatMap((brand) => {
      const brandRules = { ...rules, isReachable: isReachable(brand.demo) }
      return DATASETS.filter((dataset) => !scheduler.isAtWork(brand.id, dataset))
        .filter((dataset) => isDue(board.get(brand.id, dataset), brand, brandRules))
        .map((dataset) => ({ brandId: brand.id, dataset }))
    })
    enqueue('interval', duePairs)
  }

  /** Once a day, so that a desk that is never closed does not grow for ever. */
  let prunedOn = ''
  const pruneOld = async (): Promise<void> => {
    const today = toDay(clock.now())
    if (today === prunedOn || !(await mayDelete())) return
    prunedOn = today
    const { days } = await store.write('rankings.prune', { before: toDay(clock.now() - KEPT_DAYS * DAY_MS) })
    if (days > 0) log.info({ days }, 'old days of rankings were dropped')
  }

  const tick = async (): Promise<void> => {
    while (!isClosing) {
      enqueueDue()
      await pruneOld().catch((error: unknown) => log.warn({ err: error }, 'old days of rankings were not dropped'))
      await clock.sleep(TICK_MS, wake.signal).catch(() => undefined)
      if (wake.signal.aborted) wake = new AbortController()
    }
  }

  const look = (): void => wake.abort()
  const stopListening = [book.onChange(look), settings.onChange(look)]

  return {
    start: (): void => {
      tick().catch((error: unknown) => log.error({ err: error }, 'the background sync ended'))
    },
    look,
    /** Reads these datasets of a brand now, as a look of the desk's own. False where its service cannot be asked. */
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
      wake.abort()
    },
  }
}
