// What a batch came to is never lost and never stored after the next batch went out: it is tried until it is written, and
// at the latest it is written in the commit that begins the next batch.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Apply, ApplyAll } from './changes.ts'
import { STORE_RETRY_MS } from './holds.ts'
import type { ChangedIntent } from './queries/intents.ts'
import type { IntentEvent } from './rules/events.ts'

/** An intent on its way out. */
export type Run = {
  readonly controller: AbortController
  /** A batch of it waits for the limiter. */
  isHeldBack: boolean
  isCancelled: boolean
  /** What the last batch came to, to be stored with the beginning of the next. */
  unsaved: IntentEvent | null
  saving: Promise<unknown>
}

export type Saving = {
  /** Stores it however often the disk refuses; rejects only when the desk ends. */
  readonly surely: Apply
  /** Stores what the last batch came to, where no next one does. */
  readonly flush: (id: string, run: Run) => Promise<void>
  /** The batch is in flight on disk, and what the one before came to is. Null where it may not go. */
  readonly beginBatch: (id: string, batch: number, run: Run) => Promise<ChangedIntent | null>
}

export const createSaving = (deps: {
  readonly clock: Clock
  readonly log: Log
  readonly apply: Apply
  readonly applyAll: ApplyAll
  /** Aborted when the desk closes. */
  readonly closing: AbortSignal
}): Saving => {
  const { clock, log, apply, applyAll, closing } = deps

  const surely: Apply = async (id, event) => {
    for (;;) {
      try {
        return await apply(id, event)
      } catch (error) {
        log.error({ err: error, intentId: id }, 'what a batch came to was not stored')
        if (closing.aborted) throw error
        await clock.sleep(STORE_RETRY_MS)
      }
    }
  }

  return {
    surely,
    flush: async (id, run) => {
      const { unsaved } = run
      run.unsaved = null
      if (unsaved !== null) run.saving = surely(id, unsaved)
      await run.saving
    },
    beginBatch: async (id, batch, run) => {
      await run.saving
      const { unsaved } = run
      const begin: IntentEvent = { type: 'begin', batch }
      const events = unsaved === null ? [begin] : [unsaved, begin]
      const begun = (await applyAll(id, events)).at(-1) ?? null
      run.unsaved = null
      return begun
    },
  }
}
