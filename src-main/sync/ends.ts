// The end of a task: counted once for each run it belongs to, and shells are notified only when it is on disk, so that
// they read the new state. Where the disk refuses, the board logs it and shells are notified all the same.
import { createTracker } from '../base/background.ts'
import type { Emit } from '../desk.ts'
import type { Board } from './board.ts'
import type { Pair } from './plan.ts'
import { type RunEnd, type Runs, toSyncRun } from './runs.ts'
import { changePair, isFreshnessKept, shownRunOf, type Task } from './task.ts'

export const createEnds = (deps: { readonly board: Board; readonly runs: Runs; readonly emit: Emit }) => {
  const { board, runs, emit } = deps
  const unnotified = createTracker()

  const notify = (task: Task, pair: Pair): void => {
    const run = shownRunOf(task)
    if (run !== undefined) emit('sync.progress', { run: toSyncRun(run), pair: board.toStatusRow(pair) })
  }

  const count = (task: Task, end: RunEnd, pair: Pair): void => {
    for (const run of task.runs) run[end] += 1
    // It may be running again by now.
    notify(task, isFreshnessKept(task) ? board.get(task.brandId, task.dataset) : pair)
    for (const run of task.runs) runs.closeIfDone(run)
  }

  return {
    /** Notifies the shells of the state of a pair. */
    notify,
    /** Ends a task that the scheduler no longer holds; what it still does has no effect. */
    endPair: (task: Task, end: RunEnd, change: Partial<Pair>): void => {
      task.isOver = true
      const pair = changePair(board, task, { ...change, done: null, total: null })
      void unnotified.track(board.settled().then(() => count(task, end, pair)))
    },
    /** Resolves when every end so far is on disk and shells are notified. */
    notified: unnotified.settled,
  }
}
export type Ends = ReturnType<typeof createEnds>
