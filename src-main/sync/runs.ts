import { randomUUID } from 'node:crypto'
import type { SyncRun } from '../../src-shared/desk/sync.ts'
import { type Clock, toInstant } from '../clock.ts'

/** One run as it goes: the person's, or the background's. The scheduler counts its pairs. */
export type Run = {
  readonly runId: string
  readonly isBackground: boolean
  readonly startedAtMs: number
  endedAtMs: number | null
  done: number
  failed: number
  cancelled: number
  total: number
}

export type RunEnd = 'done' | 'failed' | 'cancelled'

export const toSyncRun = ({ runId, startedAtMs, endedAtMs, done, failed, cancelled, total }: Run): SyncRun => ({
  runId,
  startedAt: toInstant(startedAtMs),
  endedAt: endedAtMs === null ? null : toInstant(endedAtMs),
  done,
  failed,
  cancelled,
  total,
})

/** At most one run of the person's and one of the background's go at a time; what is asked meanwhile is added to it. */
export const createRuns = (clock: Clock, onChange: (run: Run) => void) => {
  const current: { person: Run | null; background: Run | null } = { person: null, background: null }

  const open = (isBackground: boolean): Run => {
    const going = isBackground ? current.background : current.person
    if (going !== null && going.endedAtMs === null) return going
    const counts = { done: 0, failed: 0, cancelled: 0, total: 0 }
    const run: Run = { runId: randomUUID(), isBackground, startedAtMs: clock.now(), endedAtMs: null, ...counts }
    current[isBackground ? 'background' : 'person'] = run
    return run
  }

  /** A run without anything left to do has ended. */
  const closeIfDone = (run: Run): void => {
    if (run.endedAtMs !== null || run.done + run.failed + run.cancelled < run.total) return
    run.endedAtMs = clock.now()
    onChange(run)
  }

  return {
    open,
    closeIfDone,
    /** The run to show: the person's while it goes, then the background's while that goes, else the last that ended. */
    shown: (): Run | null => {
      const { person, background } = current
      const going = [person, background].find((run) => run !== null && run.endedAtMs === null)
      if (going !== undefined) return going
      return (person?.endedAtMs ?? 0) >= (background?.endedAtMs ?? 0) ? (person ?? background) : background
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
