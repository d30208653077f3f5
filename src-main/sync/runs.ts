import { randomUUID } from 'node:crypto'
import type { RunOrigin, SyncRun } from '../../src-shared/desk/sync.ts'
import { runToShow } from '../../src-shared/desk/values/run-to-show.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { Log } from '../base/log.ts'

/** A run under way or ended. The scheduler counts its pairs. */
export type Run = {
  readonly runId: string
  readonly origin: RunOrigin
  readonly startedAtMs: number
  endedAtMs: number | null
  done: number
  failed: number
  cancelled: number
  total: number
}

export type RunEnd = 'done' | 'failed' | 'cancelled'

export const toSyncRun = ({ runId, origin, startedAtMs, endedAtMs, done, failed, cancelled, total }: Run): SyncRun => ({
  runId,
  origin,
  startedAt: toInstant(startedAtMs),
  endedAt: endedAtMs === null ? null : toInstant(endedAtMs),
  done,
  failed,
  cancelled,
  total,
})

/** At most one run of each origin is open at a time; what is requested meanwhile is added to it. */
export const createRuns = (clock: Clock, log: Log, onChange: (run: Run) => void) => {
  const current = new Map<RunOrigin, Run>()

  const open = (origin: RunOrigin): Run => {
    const going = current.get(origin)
    if (going !== undefined && going.endedAtMs === null) return going
    const counts = { done: 0, failed: 0, cancelled: 0, total: 0 }
    const run: Run = { runId: randomUUID(), origin, startedAtMs: clock.now(), endedAtMs: null, ...counts }
    current.set(origin, run)
    log.info({ runId: run.runId, origin }, 'sync run began')
    return run
  }

  /** Ends a run that has nothing left to do. */
  const closeIfDone = (run: Run): void => {
    if (run.endedAtMs !== null || run.done + run.failed + run.cancelled < run.total) return
    run.endedAtMs = clock.now()
    const { runId, origin, done, failed, cancelled, total, startedAtMs } = run
    log.info({ runId, origin, done, failed, cancelled, total, ms: run.endedAtMs - startedAtMs }, 'sync run ended')
    onChange(run)
  }

  return {
    open,
    closeIfDone,
    /** The run to show, and the desk's own check. */
    shown: (): { readonly run: SyncRun | null; readonly watch: SyncRun | null } => {
      const runs = [...current.values()].map(toSyncRun)
      return { run: runToShow(runs), watch: runs.find(({ origin }) => origin === 'watch') ?? null }
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
