// The sync of one pair, from its first request to its end. A pair that fails stops no other, and one that waits for the
// limiter gives its slot away.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { inAction } from '../base/log.ts'
import { DEMO_HISTORY_DAYS } from '../brands/demo-brands.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { asDeskError } from '../desk.ts'
import type { Board } from './board.ts'
import type { DatasetContext } from './datasets/dataset.ts'
import { datasetSyncs } from './datasets/index.ts'
import type { SyncDeps } from './deps.ts'
import type { Ends } from './ends.ts'
import { nextTryAtMs, type Pair, urgencyOf } from './plan.ts'
import type { RunEnd } from './runs.ts'
import type { Slots } from './slots.ts'
import { changePair, isFreshnessKept, shownRunOf, type Task } from './task.ts'
import { createTeamFetch, type Fetched } from './team-fetch.ts'

export type WorkDeps = Pick<
  SyncDeps,
  'store' | 'client' | 'book' | 'settings' | 'clock' | 'random' | 'emit' | 'log' | 'nextOutboxBatch'
> & {
  readonly board: Board
  readonly slots: Pick<Slots, 'yield'>
  readonly notify: Ends['notify']
  /** Ends the task, unless it has ended. */
  readonly endPair: (task: Task, end: RunEnd, change: Partial<Pair>) => void
  /** To be called before the task's first request. */
  readonly watchKey: (brandId: string) => KeyWatch
}

const PROGRESS_EVERY_MS = 250
const PERSON_MAX_AGE_SECONDS = 60
const ANY_AGE_SECONDS = 1e9

/** Works on a task until it has ended; never rejects for what the service or the store says. */
export const createWork = (deps: WorkDeps): ((task: Task, signal: AbortSignal) => Promise<void>) => {
  const { store, client, book, settings, clock, random, emit, log, board, slots, notify, endPair, watchKey } = deps
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

  const endLarge = new WeakMap<Task, () => void>()
  const begun = new WeakSet<Task>()
  const contextOf = (task: Task, signal: AbortSignal): DatasetContext => {
    const { brandId, dataset, slice, periods } = task
    return {
      brandId,
      slice,
      periods,
      store,
      clock,
      signal,
      // It may grow while the task runs: another run wants more of it.
      get historyDays() {
        const demoDays = book.find(brandId)?.demo === true ? DEMO_HISTORY_DAYS : 0
        return Math.max(settings.get().historyDays, task.historyDays, demoDays)
      },
      // A large reply has its turn until the task asks for the next one, or ends.
      fetchBody: (name, request) => {
        endLarge.get(task)?.()
        const onLarge = (end: () => void) => void endLarge.set(task, end)
        const hasBegun = begun.has(task)
        begun.add(task)
        const urgency = () => urgencyOf(task, hasBegun)
        return client.fetchBody(name, request, { brandId, signal, onWait: slots.yield, onLarge, urgency })
      },
      nextBatch: dataset === 'outbox' ? deps.nextOutboxBatch : nextBatch,
      progress: createProgress(task),
      changed: (datasets) => emit('changed', { brandIds: [brandId], datasets }),
    }
  }

  const teamFetch = store.team === null ? undefined : createTeamFetch({ store, team: store.team, log })

  /** How old the team's rows may be: what a person asks for, and what the desk checks itself, is meant as of now. */
  const maxAgeSeconds = (task: Task): number => {
    const origin = shownRunOf(task)?.origin
    if (origin === 'watch') return 0
    if (origin === 'person') return PERSON_MAX_AGE_SECONDS
    const minutes = settings.get().syncEveryMinutes
    return minutes === 0 ? ANY_AGE_SECONDS : minutes * 60
  }

  /** The fetched dataset; a desk alone asks the service. */
  const getDataset = async (task: Task, signal: AbortSignal): Promise<Fetched> => {
    const context = contextOf(task, signal)
    const fetch = datasetSyncs[task.dataset]
    const brand = book.find(task.brandId)
    if (teamFetch === undefined || brand === null || brand.demo || task.periods.length > 0)
      return { rows: await fetch(context), fetchedAtMs: clock.now(), isOwn: true }
    return teamFetch(context, {
      dataset: task.dataset,
      maxAgeSeconds: maxAgeSeconds(task),
      isAskedFor: shownRunOf(task)?.origin === 'person',
      mayFetch: brand.keyState !== 'missing' && brand.keyState !== 'unauthorized',
      ownFetchedAtMs: isFreshnessKept(task) ? board.get(task.brandId, task.dataset).fetchedAtMs : null,
      onWait: slots.yield,
      // Its turn ends before the rows go to the team.
      fetch: (own) => fetch(own).finally(() => endLarge.get(task)?.()),
    })
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
    endPair(task, 'failed', { state: 'failed', error: value, nextTryAtMs: nextMs })
  }

  const workOn = async (task: Task, signal: AbortSignal): Promise<void> => {
    const key = watchKey(task.brandId)
    notify(task, changePair(board, task, { state: 'running', error: null, nextTryAtMs: null }))
    try {
      const { rows, fetchedAtMs, isOwn } = await getDataset(task, signal)
      signal.throwIfAborted()
      failures.delete(`${task.brandId} ${task.dataset}`)
      if (isOwn) await key.served()
      log.debug({ brandId: task.brandId, dataset: task.dataset, rows, isOwn }, 'dataset was synced')
      const counted = rows === undefined ? {} : { rows }
      endPair(task, 'done', { state: 'ok', error: null, fetchedAtMs, ...counted, nextTryAtMs: null })
    } catch (error) {
      await settleFailed(task, key, error)
    } finally {
      endLarge.get(task)?.()
    }
  }

  return (task, signal) => {
    const run = shownRunOf(task)
    return run === undefined ? workOn(task, signal) : inAction({ runId: run.runId }, () => workOn(task, signal))
  }
}
