import { randomUUID } from 'node:crypto'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { AuditRun } from '../../src-shared/desk/research.ts'
import { mapConcurrently } from '../base/background.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { Audits } from './audits.ts'

/** Each audit makes the service load a whole page, so only a few run at a time. */
const SIDE_BY_SIDE = 3

type Run = {
  readonly runId: string
  readonly startedAtMs: number
  readonly total: number
  /** Audits that are not sent yet: cancelling ends them. Those under way run to their end. */
  readonly waiting: Set<AbortController>
  readonly underWay: Set<AbortController>
  isCancelled: boolean
  endedAtMs: number | null
  done: number
  failed: number
}

const toAuditRun = ({ runId, startedAtMs, endedAtMs, done, failed, total }: Run): AuditRun => ({
  runId,
  startedAt: toInstant(startedAtMs),
  endedAt: endedAtMs === null ? null : toInstant(endedAtMs),
  done,
  failed,
  total,
})

export type AuditRunsDeps = Pick<RoomParts, 'clock' | 'emit' | 'log'> & {
  readonly audits: Pick<Audits, 'runOfMany'>
}

/** Audits of many brands, one run at a time. One that fails stops no other. */
export const createAuditRuns = ({ audits, clock, emit, log }: AuditRunsDeps) => {
  let current: Run | null = null
  let working: Promise<void> = Promise.resolve()
  const notify = (run: Run) => emit('research.auditProgress', toAuditRun(run))

  const auditOne = async (run: Run, brandId: string): Promise<void> => {
    if (run.isCancelled) return
    const control = new AbortController()
    const move = (from: Set<AbortController>, to: Set<AbortController>) => () => {
      from.delete(control)
      to.add(control)
    }
    const onSend = move(run.waiting, run.underWay)
    const onWait = move(run.underWay, run.waiting)
    onWait()
    try {
      const { state } = await audits.runOfMany({ brandId, signal: control.signal, onSend, onWait })
      if (state === 'done') run.done += 1
      else run.failed += 1
    } catch (error) {
      // Cancelled before it was sent, its brand was removed meanwhile, or the disk refused.
      if (!run.isCancelled) run.failed += 1
      if (!(error instanceof DeskError)) log.warn({ err: error }, 'an audit could not be kept')
    } finally {
      run.waiting.delete(control)
      run.underWay.delete(control)
    }
    notify(run)
  }

  const work = async (run: Run, brandIds: readonly string[]): Promise<void> => {
    await mapConcurrently(brandIds, SIDE_BY_SIDE, (brandId) => auditOne(run, brandId))
    run.endedAtMs = clock.now()
    notify(run)
  }

  const cancel = (run: Run): void => {
    run.isCancelled = true
    for (const control of run.waiting) control.abort()
  }

  return {
    /** Throws `conflict` while a run is under way. */
    start: (brandIds: readonly string[]): AuditRun => {
      if (current !== null && current.endedAtMs === null) {
        const { done, failed, total } = current
        throw new DeskError(
          'conflict',
          `Audits of ${total} brands are running (${done + failed} have ended). Wait for them or cancel them.`,
        )
      }
      const sets = { waiting: new Set<AbortController>(), underWay: new Set<AbortController>() }
      const counts = { done: 0, failed: 0, total: brandIds.length }
      const run: Run = {
        ...sets,
        ...counts,
        runId: randomUUID(),
        startedAtMs: clock.now(),
        endedAtMs: null,
        isCancelled: false,
      }
      current = run
      const shown = toAuditRun(run)
      notify(run) // other windows see that it began
      working = work(run, brandIds)
      return shown
    },
    /** Audits under way run to their end; no more are sent. A run that has ended stays as it is. */
    cancel: (runId: string): AuditRun => {
      if (current?.runId !== runId) throw new DeskError('not-found', 'There is no such audit run in this session.')
      if (current.endedAtMs === null) cancel(current)
      return toAuditRun(current)
    },
    /** The run under way, else the last one of this session. */
    shown: (): AuditRun | null => (current === null ? null : toAuditRun(current)),
    /** Cancels the run and waits for audits under way; once `cutOff` is aborted, they are cut off. */
    close: async (cutOff: AbortSignal): Promise<void> => {
      const run = current
      if (run !== null && run.endedAtMs === null) cancel(run)
      const cut = () => {
        for (const control of run?.underWay ?? []) control.abort()
      }
      cutOff.addEventListener('abort', cut, { once: true })
      await working
      cutOff.removeEventListener('abort', cut)
    },
  }
}
