// Which brand × dataset is synced, for which runs, and in which order. Each pair is synced at most once at a time, runs
// only count it, and nothing of a cancelled pair reaches the cache.
import PQueue from 'p-queue'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { waitAtMost } from '../base/background.ts'
import type { SyncDeps } from './deps.ts'
import { createEnds } from './ends.ts'
import { type Origin, type Pair, priorityOf } from './plan.ts'
import type { Run, RunEnd, Runs } from './runs.ts'
import { createSlots } from './slots.ts'
import { changePair, type Task, type TaskTarget, taskKey } from './task.ts'
import { createWork, type WorkDeps } from './work.ts'

export type SchedulerDeps = Omit<SyncDeps, 'isDemoRunning' | 'keyChangesOf'> &
  Pick<WorkDeps, 'board' | 'watchKey'> & { readonly runs: Runs }

/** What the person views. */
export type View = { readonly brandIds: ReadonlySet<string>; readonly dataset: Dataset | undefined }

export type TaskView = Pick<Task, 'brandId' | 'dataset'> & { readonly runs: ReadonlySet<Run> }

const CLOSE_WITHIN_MS = 5_000

export const createScheduler = (deps: SchedulerDeps) => {
  const { settings, clock, log, board } = deps
  const queue = new PQueue({ concurrency: settings.get().syncConcurrency })
  const slots = createSlots(queue, () => settings.get().syncConcurrency)
  const tasks = new Map<string, Task>()
  /** Every task whose work has begun and not ended, cancelled ones included. */
  const atWork = new Map<Task, Promise<void>>()
  const stopped = new Set<string>()
  let view: View = { brandIds: new Set(), dataset: undefined }
  let taskCount = 0

  const ends = createEnds(deps)
  /** Lets the task go; its end is counted once, whatever the reason. */
  const endPair = (task: Task, end: RunEnd, change: Partial<Pair>): void => {
    if (task.isOver) return
    tasks.delete(taskKey(task))
    ends.endPair(task, end, change)
  }
  const work = createWork({ ...deps, slots, notify: ends.notify, endPair })

  const originOf = ({ brandId, dataset, runs }: Task): Origin => {
    const isViewed = view.brandIds.has(brandId) && (view.dataset === undefined || view.dataset === dataset)
    if (isViewed) return 'view'
    return [...runs].some((run) => run.origin === 'person') ? 'run' : 'background'
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
    changePair(board, task, { state: 'queued' })
    const run = async (): Promise<void> => {
      if (task.isOver) return
      task.controller = new AbortController()
      const ended = work(task, task.controller.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a sync task broke'))
        .finally(() => atWork.delete(task))
      atWork.set(task, ended)
      await ended
    }
    void queue.add(run, { id: task.id, priority: priorityOf(task.origin, task.dataset) })
  }

  const cancel = (task: Task): void => {
    task.controller?.abort(new DeskError('cancelled', 'The sync was cancelled.', { brandId: task.brandId }))
    const everyMs = settings.get().syncEveryMinutes * 60_000
    endPair(task, 'cancelled', { state: 'cancelled', nextTryAtMs: everyMs === 0 ? null : clock.now() + everyMs })
  }

  const cancelWhere = (isMeant: (task: TaskView) => boolean): number => {
    const meant = [...tasks.values()].filter(isMeant)
    for (const task of meant) cancel(task)
    return meant.length
  }

  return {
    /** To be called when the settings changed. */
    updateSlots: slots.update,
    cancelWhere,
    /** Resolves when every end so far is on disk and shells are notified. */
    notified: ends.notified,
    /** Whether the pair of the default slice is running or queued. */
    isAtWork: (brandId: string, dataset: Dataset): boolean =>
      tasks.has(taskKey({ brandId, dataset, slice: DEFAULT_SLICE })),
    /** Enqueues a pair for a run, or adds the run to the task that the pair has already. */
    enqueue: (run: Run, target: TaskTarget): void => {
      if (stopped.has(target.brandId)) return
      const key = taskKey(target)
      const known = tasks.get(key)
      if (known !== undefined) {
        known.historyDays = Math.max(known.historyDays, target.historyDays ?? 0)
        join(known, run)
        reprioritise(known)
        return
      }
      taskCount += 1
      const { historyDays = 0 } = target
      const fixed = { periods: [], ...target, historyDays, id: `${taskCount}` }
      const task: Task = { ...fixed, runs: new Set(), origin: 'background', isOver: false }
      tasks.set(key, task)
      join(task, run)
      begin(task)
    },
    setView: (next: View): void => {
      view = next
      for (const task of tasks.values()) reprioritise(task)
    },
    /** Does `action` while nothing of the brand runs or can begin. */
    whileStopped: async <Result>(brandId: string, action: () => Promise<Result>): Promise<Result> => {
      stopped.add(brandId)
      try {
        cancelWhere((task) => task.brandId === brandId)
        await Promise.all([...atWork].flatMap(([task, ended]) => (task.brandId === brandId ? [ended] : [])))
        await board.settled()
        await ends.notified()
        return await action()
      } finally {
        stopped.delete(brandId)
      }
    },
    /** Ends all work; pairs stay queued in the store, for the next start. */
    close: async (): Promise<void> => {
      for (const task of tasks.values()) {
        task.isOver = true
        task.controller?.abort(new DeskError('cancelled', 'The desk is closing.'))
      }
      tasks.clear()
      await waitAtMost(clock, CLOSE_WITHIN_MS, queue.onIdle())
      await board.settled()
      await ends.notified()
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
