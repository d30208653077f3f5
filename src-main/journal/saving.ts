// The outcome of a batch is never lost, and is stored before the next batch is sent: storing is retried until it works,
// and happens at the latest in the commit that begins the next batch.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { ReadPosition } from '../store/store.ts'
import type { Apply, ApplyAll } from './changes.ts'
import type { Lease } from './claims.ts'
import { STORE_RETRY_MS } from './holds.ts'
import type { ChangedIntent } from './queries/intents.ts'
import type { IntentEvent } from './rules/events.ts'
import { isNeverReadyAgain } from './rules/refused.ts'

/** An intent that is being sent. */
export type Run = {
  readonly lease: Lease
  readonly controller: AbortController
  /** A batch is waiting for the limiter. */
  isHeldBack: boolean
  isCancelled: boolean
  /** The outcome of the last batch, to be stored with the beginning of the next. */
  unsaved: IntentEvent | null
  saving: Promise<unknown>
}

export const createSaving = (deps: {
  readonly clock: Clock
  readonly log: Log
  readonly apply: Apply
  readonly applyAll: ApplyAll
  /** Aborted when the desk closes. */
  readonly closing: AbortSignal
}) => {
  const { clock, log, apply, applyAll, closing } = deps

  const surely: Apply = async (id, event) => {
    for (;;) {
      try {
        return await apply(id, event)
      } catch (error) {
        if (isNeverReadyAgain(error)) throw error
        log.error({ err: error, intentId: id }, 'the outcome of a batch was not stored')
        if (closing.aborted) throw error
        await clock.sleep(STORE_RETRY_MS)
      }
    }
  }

  return {
    /** Retries until it is stored; rejects only when the desk closes, or if its lease ended and it waits no more. */
    surely,
    /** Stores the outcome of the last batch if no next one will. */
    flush: async (id: string, run: Run): Promise<void> => {
      const { unsaved } = run
      run.unsaved = null
      if (unsaved !== null) run.saving = surely(id, unsaved)
      await run.saving
    },
    /** Marks the batch in flight and stores the outcome of the one before. Null if it may not be sent. */
    beginBatch: async (
      id: string,
      batch: number,
      run: Run,
      readPosition?: ReadPosition,
    ): Promise<ChangedIntent | null> => {
      await run.saving
      const { unsaved } = run
      const begin: IntentEvent = { type: 'begin', batch }
      const events = unsaved === null ? [begin] : [unsaved, begin]
      const claimUntilMs = run.lease.untilMs() ?? undefined
      const begun = (await applyAll(id, events, { claimUntilMs, readPosition })).at(-1) ?? null
      run.unsaved = null
      return begun
    },
  }
}
export type Saving = ReturnType<typeof createSaving>
