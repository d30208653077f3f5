// Which brand × dataset is at work, for whom, and what came of it. Each pair is at work at most once, runs only count
// it; a pair that fails stops no other, one that waits for the limiter gives its place away, and nothing of a pair that
// was called off reaches the cache.
import PQueue from 'p-queue'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { asDeskError } from '../desk.ts'
import { type Board, toStatusRow } from './board.ts'
import type { DatasetContext } from './datasets/dataset.ts'
import { datasetSyncs } from './datasets/index.ts'
import type { KeyWatch } from './key-watch.ts'
import { createPlaces } from './places.ts'
import { nextTryAtMs, type Origin, type Pair, priorityOf } from './plan.ts'
import { type Run, type RunEnd, type Runs, toSyncRun } from './runs.ts'
import type { SyncDeps } from './sync.ts'
import { changePair, runToTell, type Task, type TaskPlace, taskKey } from './task.ts'

export type SchedulerDeps = Omit<SyncDeps, 'book' | 'isDemoRunning' | 'keyChangesOf'> & {
  readonly board: Board
  readonly runs: Runs
  /** To be called before the task's first request. */
  readonly watchKey: (brandId: string) => KeyWatch
}

/** What the person looks at. */
export type Look = { readonly brandIds: ReadonlySet<string>; readonly dataset: Dataset | undefined }

export type TaskView = Pick<Task, 'brandId' | 'dataset'> & { readonly runs: ReadonlySet<Run> }

const PROGRESS_EVERY_MS = 250
const CLOSE_WITHIN_MS = 5_000

export const createScheduler = (deps: SchedulerDeps) => {
  const { store, client, settings, clock, random, emit, log, board, runs, watchKey, nextOutboxBatch } = deps
  const queue = new PQueue({ concurrency: settings.get().syncConcurrency })
  const places = createPlaces(queue, () => settings.get().syncConcurrency)
  const tasks = new Map<string, Task>()
  /** Every task whose work has begun and not ended, those called off included. */
  const atWork = new Map<Task, Promise<void>>()
  const failures = new Map<string, number>()
  const stopped = new Set<string>()
  let look: Look = { brandIds: new Set(), dataset: undefined }
  let taskCount = 0
  let batch = 0
  const nextBatch = () => {
    batch = Math.max(batch + 1, clock.now())
    return batch
  }

  const setPair = (task: Task, change: Partial<Pair>): Pair => changePair(board, task, change)
  const tell = (task: Task, pair: Pair): void => {
    const run = runToTell(task)
    if (run !== undefined) emit('sync.progress', { run: toSyncRun(run), pair: toStatusRow(pair) })
  }

  const createProgress = (task: Task): DatasetContext['progress'] => {
    let toldAtMs = Number.NEGATIVE_INFINITY
    return (done, total) => {
      if (task.isOver) return
      const pair = setPair(task, { done, total, state: 'running' })
      if (Math.abs(clock.now() - toldAtMs) < PROGRESS_EVERY_MS) return
      toldAtMs = clock.now()
      tell(task, pair)
    }
  }

  const contextOf = (task: Task): DatasetContext => {
    const { brandId, dataset, slice, controller } = task
    const { signal } = controller
    return {
      brandId,
      slice,
      store,
      clock,
      signal,
      historyDays: settings.get().historyDays,
      fetchBody: async (name, request) =>
        (await client.fetchBody(name, request, { brandId, signal, onWait: places.giveWay })).body,
      nextBatch: dataset === 'outbox' ? nextOutboxBatch : nextBatch,
      progress: createProgress(task),
      changed: (tables) => emit('cache.changed', { brandId, tables: [...tables] }),
    }
  }

  /** Takes the task off the books; its end is counted once, however it came. */
  const settle = (task: Task, end: RunEnd, change: Partial<Pair>): void => {
    if (task.isOver) return
    task.isOver = true
    tasks.delete(taskKey(task))
    const pair = setPair(task, { ...change, done: null, total: null })
    for (const run of task.runs) run[end] += 1
    tell(task, pair)
    for (const run of task.runs) runs.closeIfDone(run)
  }

  const settleFailed = async (task: Task, key: KeyWatch, error: unknown): Promise<void> => {
    if (task.isOver) return
    const { brandId, dataset } = task
    if (!(error instanceof DeskError)) log.error({ err: error, brandId, dataset }, 'a sync met a fault')
    const count = (failures.get(`${brandId} ${dataset}`) ?? 0) + 1
    failures.set(`${brandId} ${dataset}`, count)
    await key.refused(error)
    const value = asDeskError(error).toValue()
    const nextMs = nextTryAtMs(value, { failures: count, nowMs: clock.now(), random })
    settle(task, 'failed', { state: 'failed', error: value, nextTryAtMs: nextMs })
  }

  const work = async (task: Task): Promise<void> => {
    const key = watchKey(task.brandId)
    tell(task, setPair(task, { state: 'running', error: null, nextTryAtMs: null }))
    try {
      const rows = await datasetSyncs[task.dataset](contextOf(task))
      task.controller.signal.throwIfAborted()
      failures.delete(`${task.brandId} ${task.dataset}`)
      await key.served()
      settle(task, 'done', { state: 'ok', error: null, fetchedAtMs: clock.now(), rows, nextTryAtMs: null })
    } catch (error) {
      await settleFailed(task, key, error)
    }
  }

  const originOf = ({ brandId, dataset, runs }: Task): Origin => {
    const isLooked = look.brandIds.has(brandId) && (look.dataset === undefined || look.dataset === dataset)
    if (isLooked) return 'look'
    return [...runs].some((run) => !run.isBackground) ? 'run' : 'background'
  }

  const reprioritise = (task: Task): void => {
    const origin = originOf(task)
    if (task.origin === origin) return
    task.origin = origin
    try {
      queue.setPriority(task.id, priorityOf(origin, task.dataset))
    } catch {
      // It runs already.
    }
  }

  const join = (task: Task, run: Run): void => {
    if (task.runs.has(run)) return
    task.runs.add(run)
    run.total += 1
  }

  const begin = (task: Task): void => {
    task.origin = originOf(task)
    setPair(task, { state: 'queued' })
    const turn = async (): Promise<void> => {
      if (task.isOver) return
      const ended = work(task)
        .catch((error: unknown) => log.error({ err: error }, 'a sync task broke'))
        .finally(() => atWork.delete(task))
      atWork.set(task, ended)
      await ended
    }
    void queue.add(turn, { id: task.id, priority: priorityOf(task.origin, task.dataset) })
  }

  const cancel = (task: Task): void => {
    task.controller.abort(new DeskError('cancelled', 'The sync was cancelled.', { brandId: task.brandId }))
    const everyMs = settings.get().syncEveryMinutes * 60_000
    settle(task, 'cancelled', { state: 'cancelled', nextTryAtMs: everyMs === 0 ? null : clock.now() + everyMs })
  }

  const cancelWhere = (isMeant: (task: TaskView) => boolean): number => {
    const meant = [...tasks.values()].filter(isMeant)
    for (const task of meant) cancel(task)
    return meant.length
  }

  return {
    /** To be called when the settings changed. */
    setPlaces: places.set,
    cancelWhere,
    /** Whether the pair of the default slice is at work, or waits for it. */
    isAtWork: (brandId: string, dataset: Dataset): boolean =>
      tasks.has(taskKey({ brandId, dataset, slice: DEFAULT_SLICE })),
    /** Puts a pair to work for a run, or adds the run to those it is at work for. */
    enqueue: (run: Run, place: TaskPlace): void => {
      if (stopped.has(place.brandId)) return
      const key = taskKey(place)
      const known = tasks.get(key)
      if (known !== undefined) {
        join(known, run)
        reprioritise(known)
        return
      }
      taskCount += 1
      const fixed = { ...place, id: `${taskCount}`, controller: new AbortController() }
      const task: Task = { ...fixed, runs: new Set(), origin: 'background', isOver: false }
      tasks.set(key, task)
      join(task, run)
      begin(task)
    },
    lookAt: (next: Look): void => {
      look = next
      for (const task of tasks.values()) reprioritise(task)
    },
    /** Does `action` while nothing of the brand is at work, or can begin. */
    whileStopped: async <Result>(brandId: string, action: () => Promise<Result>): Promise<Result> => {
      stopped.add(brandId)
      try {
        cancelWhere((task) => task.brandId === brandId)
        await Promise.all([...atWork].flatMap(([task, ended]) => (task.brandId === brandId ? [ended] : [])))
        await board.settled()
        return await action()
      } finally {
        stopped.delete(brandId)
      }
    },
    /** Ends all work; pairs stay queued in the store, for the next start. */
    close: async (): Promise<void> => {
      for (const task of tasks.values()) {
        task.isOver = true
        task.controller.abort(new DeskError('cancelled', 'The desk is closing.'))
      }
      tasks.clear()
      const timer = new AbortController()
      const late = clock.sleep(CLOSE_WITHIN_MS, timer.signal).catch(() => undefined)
      await Promise.race([queue.onIdle(), late])
      timer.abort()
      await board.settled()
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
