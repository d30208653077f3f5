import { type Dataset, RUN_ORIGINS } from '../../src-shared/desk/sync.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/values/slice.ts'
import type { Board } from './board.ts'
import type { Origin, Pair } from './plan.ts'
import { sliceKey } from './rules/slice-key.ts'
import type { Run } from './runs.ts'

/** One pair that is synced or queued, for one run or more. */
export type Task = {
  readonly id: string
  readonly brandId: string
  readonly dataset: Dataset
  readonly slice: Slice
  /** Only these periods instead of the dataset; none: the dataset. */
  readonly periods: readonly Period[]
  /** From the begin of its work on. */
  controller?: AbortController
  readonly runs: Set<Run>
  origin: Origin
  /** How far back its history goes at least; 0: as the settings say. */
  historyDays: number
  /** Its end was counted; what it still does has no effect. */
  isOver: boolean
}
export type TaskTarget = Pick<Task, 'brandId' | 'dataset' | 'slice'> & {
  readonly periods?: readonly Period[]
  readonly historyDays?: number | undefined
}

export const isDefaultSlice = (slice: Slice): boolean => sliceKey(slice) === sliceKey(DEFAULT_SLICE)

/** Freshness is kept of whole datasets of the default slice only. */
export const isFreshnessKept = ({ slice, periods }: Pick<Task, 'slice' | 'periods'>): boolean =>
  isDefaultSlice(slice) && periods.length === 0

export const taskKey = ({ brandId, dataset, slice, periods = [] }: TaskTarget): string =>
  [brandId, dataset, sliceKey(slice), ...periods.map(({ from, to }) => `${from} ${to}`)].join(' ')

/** The run that a task is shown under: of its runs, the one that matters most to the person. */
export const shownRunOf = ({ runs }: Task): Run | undefined => {
  let shown: Run | undefined
  for (const run of runs)
    if (shown === undefined || RUN_ORIGINS.indexOf(run.origin) < RUN_ORIGINS.indexOf(shown.origin)) shown = run
  return shown
}

/** Changes the pair of a task; without freshness, only what shells are shown. */
export const changePair = (board: Board, task: Task, change: Partial<Pair>): Pair => {
  if (isFreshnessKept(task)) return board.set(task.brandId, task.dataset, change)
  const { fetchedAtMs, rows, ...pair } = board.get(task.brandId, task.dataset)
  return { ...pair, ...change, fetchedAtMs, rows }
}
