// Which brand × dataset is at work, for whom, and in which order. Each pair is at work at most once, runs only count it,
// and nothing of a pair that was called off reaches the cache.
import PQueue from 'p-queue'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/slice.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import type { SyncDeps } from './deps.ts'
import { createEnds } from './ends.ts'
import { createPlaces } from './places.ts'
import { type Origin, type Pair, priorityOf } from './plan.ts'
import type { Run, RunEnd, Runs } from './runs.ts'
import { changePair, type Task, type TaskPlace, taskKey } from './task.ts'
import { createWork, type WorkDeps } from './work.ts'

export type SchedulerDeps = Omit<SyncDeps, 'book' | 'isDemoRunning' | 'keyChangesOf'> &
  Pick<WorkDeps, 'board' | 'watchKey'> & { readonly runs: Runs }

/** What the person looks at. */
export type Look = { readonly brandIds: ReadonlySet<string>; readonly dataset: Dataset | undefined }

export type TaskView = Pick<Task, 'brandId' | 'dataset'> & { readonly runs: ReadonlySet<Run> }

const CLOSE_WITHIN_MS = 5_000

export const createScheduler = (deps: SchedulerDeps) => {
  const { settings, clock, log, board } = deps
  const queue = new PQueue({ concurrency: settings.get().syncConcurrency })
  const places = createPlaces(queue, () => settings.get().syncConcurrency)
  const tasks = new Map<string, Task>()
  /** Every task whose work has begun and not ended, those called off included. */
  const atWork = new Map<Task, Promise<void>>()
  const stopped = new Set<string>()
  let look: Look = { brandIds: new Set(), dataset: undefined }
  let taskCount = 0

  const ends = createEnds(deps)
  /** Takes the task off the books; its end is counted once, however it came. */
  const settle = (task: Task, end: RunEnd, change: Partial<Pair>): void => {
    if (task.isOver) return
    tasks.delete(taskKey(task))
    ends.settle(task, end, change)
  }
  const work = createWork({ ...deps, places, tell: ends.tell, settle })

  const originOf = ({ brandId, dataset, runs }: Task): Origin => {
    const isLooked = look.brandIds.has(brandId) && (look.dataset === undefined || look.dataset === dataset)
    if (isLooked) return 'look'
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
    /** Resolves when every end so far is on disk and told. */
    told: ends.told,
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
        await ends.told()
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
      await ends.told()
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
