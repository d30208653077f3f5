// The request of one batch. It is marked in flight on disk right before it goes out, after any wait for the limiter; and
// what goes out is what may go by then: where an item of it was called off, held, or must not be sent any more, nothing
// of it goes.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { BatchGroup, JournalKind } from './kind.ts'
import type { IntentHead } from './queries/intents-open.ts'
import type { Run, Saving } from './saving.ts'

export type Batch = {
  readonly intent: IntentHead
  readonly batch: number
  readonly group: BatchGroup
  readonly run: Run
  readonly hasNext: boolean
}

/** `isBegun`: its request may have gone out. `trace`, where a reply came: reads from it what became of each item. */
export type Attempt = { isBegun: boolean; trace?: Awaited<ReturnType<JournalKind['send']>>; error?: unknown }

export type AttemptDeps = {
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly log: Log
  readonly kindOf: (kind: IntentHead['kind']) => JournalKind
  readonly saving: Saving
  /** Whether the person holds all that this kind of act is. */
  readonly isOnHold: (intent: IntentHead) => boolean
  /** Aborted when the desk is closing: no further batch begins. */
  readonly closing: AbortSignal
}

/** A batch whose beginning is not on disk: nothing of it was sent. */
export class NotBegun extends Error {}

/** Something of a batch must not be sent any more: nothing of it was, and what may go is read anew. */
export class OutOfDate extends Error {}

const cancelled = () => new DeskError('cancelled', 'It was cancelled before it was sent.')

/** Sends a batch once; never rejects, as what it came to may be an error. */
export const createAttempt = (deps: AttemptDeps): ((at: Batch) => Promise<Attempt>) => {
  const { client, clock, log, kindOf, saving, isOnHold, closing } = deps

  /** Throws where something of the batch must not go any more, or where that cannot be read. */
  const assertUpToDate = async ({ intent, group }: Batch): Promise<void> => {
    const leftOut = await kindOf(intent.kind)
      .leftOut(group)
      .catch((error: unknown) => {
        throw new OutOfDate('The list of items that must not be sent could not be read.', { cause: error })
      })
    if (leftOut.length > 0) throw new OutOfDate('Some items must not be sent any more.')
  }

  /** How many items are in flight on disk by now. */
  const begin = async ({ intent, batch, run }: Batch): Promise<number> => {
    const begun = await saving.beginBatch(intent.id, batch, run).catch((error: unknown) => {
      throw new NotBegun('The beginning of a batch was not stored.', { cause: error })
    })
    if (begun === null) throw cancelled()
    return begun.changed.in_flight
  }

  return async (at) => {
    const { intent, group, run } = at
    const kind = kindOf(intent.kind)
    let isBegun = false
    let hasWaited = false
    const isStopped = () => run.isCancelled || isOnHold(intent)
    const assertGoes = () => {
      if (isStopped()) throw cancelled()
    }
    const beforeSend = async () => {
      assertGoes()
      if (!isBegun) {
        if (hasWaited) await assertUpToDate(at)
        const count = await begin(at)
        isBegun = true
        // What goes out is what was read: nothing of it may have been called off meanwhile.
        if (count !== group.items.length) throw cancelled()
      }
      await assertUpToDate(at)
      assertGoes()
    }
    const onWait = () => {
      run.isHeldBack = true
      hasWaited = true
      // It may be a long wait: nothing is left unsaved over it.
      saving.flush(intent.id, run).catch((error: unknown) => log.error({ err: error }, 'an end was not stored'))
      if (isStopped() || closing.aborted) run.controller.abort()
      return () => {
        run.isHeldBack = false
      }
    }
    try {
      kind.assertPossible(intent.details, clock.now())
      const options = { brandId: intent.brandId, signal: run.controller.signal, onWait, beforeSend }
      return { trace: await kind.send(client, group, options), isBegun }
    } catch (error) {
      return { error, isBegun }
    }
  }
}
