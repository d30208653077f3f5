import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { createKeyWatch } from '../brands/key-watch.ts'
import { createBackground } from './background.ts'
import { createBoard } from './board.ts'
import type { SyncDeps } from './deps.ts'
import { createRuns, toSyncRun } from './runs.ts'
import { createScheduler } from './scheduler.ts'
import { isDefaultSlice } from './task.ts'

export const createSync = async (deps: SyncDeps) => {
  const { store, book, settings, clock, emit, log } = deps
  const board = await createBoard({
    store,
    onFault: (error) => log.error({ err: error }, 'freshness was not stored'),
    isRepeated: () => settings.get().syncEveryMinutes > 0,
  })
  const watchKey = createKeyWatch(deps)
  const runs = createRuns(clock, log, (run) => emit('sync.progress', { run: toSyncRun(run) }))
  const scheduler = createScheduler({ ...deps, board, runs, watchKey })
  const background = createBackground({ ...deps, board, runs, scheduler })
  const stopListening = [
    settings.onChange(scheduler.updateSlots),
    book.onChange((brandIds) => {
      for (const brandId of brandIds) if (book.find(brandId) === null) board.forget(brandId)
    }),
  ]

  const handlers: Pick<Handlers, Extract<keyof Handlers, `sync.${string}`>> = {
    'sync.run': ({ brandIds, datasets, slice = DEFAULT_SLICE, periods = [], historyDays }) => {
      const whole = isDefaultSlice(slice) ? DATASETS : (['rankings'] as const)
      const wanted = new Set(periods.length > 0 ? (['history'] as const) : (datasets ?? whole))
      const ids = book.resolve(brandIds)
      const run = runs.open('person')
      for (const brandId of ids)
        for (const dataset of wanted) {
          const isSliced = dataset === 'rankings' || dataset === 'history'
          scheduler.enqueue(run, { brandId, dataset, slice: isSliced ? slice : DEFAULT_SLICE, periods, historyDays })
        }
      emit('sync.progress', { run: toSyncRun(run) })
      runs.closeIfDone(run)
      return { runId: run.runId, total: run.total }
    },
    'sync.status': ({ brandIds }) => ({ rows: board.rows(book.resolve(brandIds)), ...runs.shown() }),
    'sync.cancel': async ({ runId, brandIds }) => {
      const ids = brandIds === undefined ? null : new Set(book.resolve(brandIds))
      const cancelled = scheduler.cancelWhere(
        (task) =>
          (runId === undefined || [...task.runs].some((run) => run.runId === runId)) &&
          (ids === null || ids.has(task.brandId)),
      )
      await scheduler.notified()
      return { cancelled }
    },
    'sync.prioritise': ({ brandIds, dataset }) => {
      scheduler.setView({ brandIds: new Set(brandIds), dataset })
      return {}
    },
  }

  return {
    handlers,
    /** Resumes what the last run of the desk left undone, and starts the background sync. */
    start: background.start,
    /** Syncs these datasets of a brand now, as the desk's own check. False where its service cannot be asked. */
    refresh: background.refresh,
    /** Another room fetched this whole dataset; resolves once its freshness is stored. */
    recordFreshness: async (brandId: string, dataset: Dataset, rows: number): Promise<void> => {
      if (scheduler.isAtWork(brandId, dataset)) return
      board.set(brandId, dataset, { state: 'running' })
      board.set(brandId, dataset, { state: 'ok', error: null, fetchedAtMs: clock.now(), rows, nextTryAtMs: null })
      await board.settled()
      emit('changed', { brandIds: [brandId], datasets: ['sync', dataset] })
    },
    /** Does `action` while nothing of the brand is synced, so that nothing of it reaches the cache meanwhile. */
    whileStopped: scheduler.whileStopped,
    /** The cache was rebuilt: all of it is due, and views ask again. */
    startOver: (): void => {
      board.clear()
      background.wake()
      emit('changed', { brandIds: 'all', datasets: [...DATASETS, 'sync'] })
    },
    /** Ends all work; what was under way is resumed at the next start. */
    close: async (): Promise<void> => {
      background.close()
      for (const stop of stopListening) stop()
      await scheduler.close()
    },
  }
}
