import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import type { Board } from './board.ts'
import { isDue, isEligible, type Pair } from './plan.ts'
import { type Runs, toSyncRun } from './runs.ts'
import type { Scheduler } from './scheduler.ts'
import type { SyncDeps } from './sync.ts'

const TICK_MS = 30_000

export type BackgroundDeps = Pick<SyncDeps, 'book' | 'settings' | 'clock' | 'emit' | 'log' | 'isDemoRunning'> & {
  readonly board: Board
  readonly runs: Runs
  readonly scheduler: Scheduler
}

/** Puts to work what the last end left undone, then what has grown old, and looks again whenever something changed. */
export const createBackground = (deps: BackgroundDeps) => {
  const { book, settings, clock, emit, log, isDemoRunning, board, runs, scheduler } = deps
  let isClosing = false
  let wake = new AbortController()

  const isReachable = (demo: boolean): boolean => (demo ? isDemoRunning() : settings.profile().baseUrl !== '')

  const enqueue = (pairs: readonly { brandId: string; dataset: Dataset }[]): void => {
    if (pairs.length === 0) return
    const run = runs.open(true)
    for (const pair of pairs) scheduler.enqueue(run, { ...pair, slice: DEFAULT_SLICE })
    emit('sync.progress', { run: toSyncRun(run) })
    runs.closeIfDone(run)
  }

  const pairsWhere = (isWanted: (pair: Pair, isReachable: boolean) => boolean) =>
    book.list().flatMap(({ id, demo }) => {
      const reachable = isReachable(demo)
      const datasets = DATASETS.filter((dataset) => isWanted(board.get(id, dataset), reachable))
      return datasets.map((dataset) => ({ brandId: id, dataset }))
    })

  const resume = (): void => {
    const isLeft = ({ state }: Pair) => state === 'queued' || state === 'running'
    enqueue(
      pairsWhere((pair, reachable) => isLeft(pair) && isEligible(book.get(pair.brandId), { isReachable: reachable })),
    )
  }

  const enqueueDue = (): void => {
    const rules = { nowMs: clock.now(), everyMinutes: settings.get().syncEveryMinutes }
    enqueue(pairsWhere((pair, reachable) => isDue(pair, book.get(pair.brandId), { ...rules, isReachable: reachable })))
  }

  const tick = async (): Promise<void> => {
    while (!isClosing) {
      enqueueDue()
      await clock.sleep(TICK_MS, wake.signal).catch(() => undefined)
      if (wake.signal.aborted) wake = new AbortController()
    }
  }

  const look = (): void => wake.abort()
  const stopListening = [book.onChange(look), settings.onChange(look)]

  return {
    start: (): void => {
      resume()
      tick().catch((error: unknown) => log.error({ err: error }, 'the background sync ended'))
    },
    close: (): void => {
      isClosing = true
      for (const stop of stopListening) stop()
      wake.abort()
    },
  }
}
