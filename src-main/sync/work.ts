// The sync of one pair, from its first request to its end. A pair that fails stops no other, and one that waits for the
// limiter gives its slot away.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { inAction } from '../base/log.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { asDeskError } from '../desk.ts'
import type { Board } from './board.ts'
import type { DatasetContext } from './datasets/dataset.ts'
import { datasetSyncs } from './datasets/index.ts'
import type { SyncDeps } from './deps.ts'
import type { Ends } from './ends.ts'
import { nextTryAtMs, type Pair } from './plan.ts'
import type { RunEnd } from './runs.ts'
import type { Slots } from './slots.ts'
import { changePair, shownRunOf, type Task } from './task.ts'

export type WorkDeps = Pick<
  SyncDeps,
  'store' | 'client' | 'settings' | 'clock' | 'random' | 'emit' | 'log' | 'nextOutboxBatch'
> & {
  readonly board: Board
  readonly slots: Pick<Slots, 'yield'>
  readonly notify: Ends['notify']
  /** Ends the task, unless it has ended. */
  readonly settle: (task: Task, end: RunEnd, change: Partial<Pair>) => void
  /** To be called before the task's first request. */
  readonly watchKey: (brandId: string) => KeyWatch
}

const PROGRESS_EVERY_MS = 250

/** Works on a task until it has ended; never rejects for what the service or the store says. */
export const createWork = (deps: WorkDeps): ((task: Task) => Promise<void>) => {
  const { store, client, settings, clock, random, emit, log, board, slots, notify, settle, watchKey } = deps
  const failures = new Map<string, number>()
  let batch = 0
  const nextBatch = () => {
    batch = Math.max(batch + 1, clock.now())
    return batch
  }

  const createProgress = (task: Task): DatasetContext['progress'] => {
    let notifiedAtMs = Number.NEGATIVE_INFINITY
    return (done, total) => {
      if (task.isOver) return
      const pair = changePair(board, task, { done, total, state: 'running' })
      if (Math.abs(clock.now() - notifiedAtMs) < PROGRESS_EVERY_MS) return
      notifiedAtMs = clock.now()
      notify(task, pair)
    }
  }

  const contextOf = (task: Task): DatasetContext => {
    const { brandId, dataset, slice, periods, controller } = task
    const { signal } = controller
    return {
      brandId,
      slice,
      periods,
      store,
      clock,
      signal,
      historyDays: settings.get().historyDays,
      fetchBody: (name, request) => client.fetchBody(name, request, { brandId, signal, onWait: slots.yield }),
      nextBatch: dataset === 'outbox' ? deps.nextOutboxBatch : nextBatch,
      progress: createProgress(task),
      changed: (datasets) => emit('changed', { brandIds: [brandId], datasets }),
    }
  }

  const settleFailed = async (task: Task, key: KeyWatch, error: unknown): Promise<void> => {
    if (task.isOver) return
    const { brandId, dataset } = task
    if (!(error instanceof DeskError))
      log.error({ err: error, brandId, dataset }, 'a sync failed with an unexpected error')
    const count = (failures.get(`${brandId} ${dataset}`) ?? 0) + 1
    failures.set(`${brandId} ${dataset}`, count)
    await key.refused(error)
    const value = asDeskError(error).toValue()
    log.info({ brandId, dataset, kind: value.kind }, 'dataset was not synced')
    const nextMs = nextTryAtMs(value, { failures: count, nowMs: clock.now(), random })
    settle(task, 'failed', { state: 'failed', error: value, nextTryAtMs: nextMs })
  }

  const workOn = async (task: Task): Promise<void> => {
    const key = watchKey(task.brandId)
    notify(task, changePair(board, task, { state: 'running', error: null, nextTryAtMs: null }))
    try {
      const rows = await datasetSyncs[task.dataset](contextOf(task))
      task.controller.signal.throwIfAborted()
      failures.delete(`${task.brandId} ${task.dataset}`)
      await key.served()
      log.debug({ brandId: task.brandId, dataset: task.dataset, rows }, 'dataset was synced')
      settle(task, 'done', { state: 'ok', error: null, fetchedAtMs: clock.now(), rows, nextTryAtMs: null })
    } catch (error) {
      await settleFailed(task, key, error)
    }
  }

  return (task) => {
    const run = shownRunOf(task)
    return run === undefined ? workOn(task) : inAction({ runId: run.runId }, () => workOn(task))
  }
}
