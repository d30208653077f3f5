// How a pair ends: counted once for each run it was at work for, and told only when it is on disk, so that whoever hears
// of an end may read it. A disk that refuses is told of by the board; the end is told then all the same.
import type { Emit } from '../desk.ts'
import { type Board, toStatusRow } from './board.ts'
import type { Pair } from './plan.ts'
import { type RunEnd, type Runs, toSyncRun } from './runs.ts'
import { changePair, isDefaultSlice, runToTell, type Task } from './task.ts'

export type Ends = {
  /** Tells the shells how a pair stands. */
  readonly tell: (task: Task, pair: Pair) => void
  /** Ends a task that is off the books; what it still does has no effect. */
  readonly settle: (task: Task, end: RunEnd, change: Partial<Pair>) => void
  /** Resolves when every end so far is on disk and told. */
  readonly told: () => Promise<void>
}

export const createEnds = (deps: { readonly board: Board; readonly runs: Runs; readonly emit: Emit }): Ends => {
  const { board, runs, emit } = deps
  const untold = new Set<Promise<void>>()

  const tell: Ends['tell'] = (task, pair) => {
    const run = runToTell(task)
    if (run !== undefined) emit('sync.progress', { run: toSyncRun(run), pair: toStatusRow(pair) })
  }

  const count = (task: Task, end: RunEnd, pair: Pair): void => {
    for (const run of task.runs) run[end] += 1
    // It may be at work again by now.
    tell(task, isDefaultSlice(task.slice) ? board.get(task.brandId, task.dataset) : pair)
    for (const run of task.runs) runs.closeIfDone(run)
  }

  return {
    tell,
    settle: (task, end, change) => {
      task.isOver = true
      const pair = changePair(board, task, { ...change, done: null, total: null })
      const telling = board
        .settled()
        .then(() => count(task, end, pair))
        .finally(() => untold.delete(telling))
      untold.add(telling)
    },
    told: async () => {
      await Promise.all(untold)
    },
  }
}
