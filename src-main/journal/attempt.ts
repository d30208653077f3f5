// The request of one batch. It is marked in flight on disk right before it is sent, after any wait for the limiter. If an
// item was cancelled, held or must not be sent any more by then, nothing of the batch is sent.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { operations } from '../../src-shared/service/operations.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { REQUEST_DEADLINES_MS } from '../service-client/deadlines.ts'
import { isStale } from '../store/read-position.ts'
import type { ReadPosition } from '../store/store.ts'
import { LeaseEnded } from './claims.ts'
import type { BatchGroup, JournalKind } from './kind.ts'
import type { IntentHead } from './queries/intents-open.ts'
import type { Run, Saving } from './saving.ts'

export type Batch = {
  readonly intent: IntentHead
  readonly batch: number
  readonly group: BatchGroup
  /** What the items to leave out were read from. */
  readonly readPosition: ReadPosition | undefined
  readonly run: Run
  readonly hasNext: boolean
  /** Called when its request leaves: what is read now delays nothing. */
  readonly onLeaving: () => void
}

/** `isBegun`: the request may have been sent. `trace`: reads the outcomes from the reply, if there is one. */
export type Attempt = { isBegun: boolean; trace?: Awaited<ReturnType<JournalKind['send']>>; error?: unknown }

export type AttemptDeps = Pick<RoomParts, 'clock' | 'log'> & {
  readonly client: Pick<ServiceClient, 'request'>
  readonly kindOf: (kind: IntentHead['kind']) => JournalKind
  readonly saving: Saving
  /** Whether sending of this kind is paused. */
  readonly isOnHold: (intent: IntentHead) => boolean
  readonly readPositionNow: (intent: IntentHead) => ReadPosition | undefined
  /** Aborted when the desk is closing: no further batch begins. */
  readonly closing: AbortSignal
}

/** The beginning of the batch is not on disk, so nothing was sent. */
export class NotBegun extends Error {}

/** An item of the batch must not be sent any more. Nothing was sent; the batch is read again. */
export class OutOfDate extends Error {}

/** It was not approved: it is held from now on. Nothing was sent. */
export class NeedsApproval extends Error {}

const cancelled = () => new DeskError('cancelled', 'It was cancelled before it was sent.')

/** Sends a batch once; never rejects: an error is a result. */
export const createAttempt = (deps: AttemptDeps): ((at: Batch) => Promise<Attempt>) => {
  const { client, clock, log, kindOf, saving, isOnHold, readPositionNow, closing } = deps

  /** Throws if an item must not be sent any more, or if that cannot be read. */
  const assertUpToDate = async ({ intent, group }: Batch): Promise<void> => {
    const itemsToSkip = await kindOf(intent.kind)
      .itemsToSkip(group)
      .catch((error: unknown) => {
        throw new OutOfDate('The list of items that must not be sent could not be read.', { cause: error })
      })
    if (itemsToSkip.length > 0) throw new OutOfDate('Some items must not be sent any more.')
  }

  /** How many items are now in flight on disk. */
  const begin = async ({ intent, batch, run }: Batch, readPosition: ReadPosition | undefined): Promise<number> => {
    const begun = await saving.beginBatch(intent.id, batch, run, readPosition).catch((error: unknown) => {
      if (isStale(error)) throw new OutOfDate('What was read was changed meanwhile.', { cause: error })
      throw new NotBegun('The beginning of a batch was not stored.', { cause: error })
    })
    if (begun === null) throw cancelled()
    if (begun.state === 'held') throw new NeedsApproval('The brand needs approval by now.')
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
      if (!run.lease.isHeld()) throw new LeaseEnded('The right to send ended.')
    }
    const beforeSend = async () => {
      assertGoes()
      if (!isBegun) {
        const readPosition = hasWaited ? readPositionNow(intent) : at.readPosition
        if (hasWaited) await assertUpToDate(at)
        const count = await begin(at, readPosition)
        isBegun = true
        // Exactly what was read is sent: no item may have been cancelled meanwhile.
        if (count !== group.items.length) throw cancelled()
      }
      await assertUpToDate(at)
      await run.lease.cover(REQUEST_DEADLINES_MS[operations[kind.operation].safety])
      assertGoes()
      at.onLeaving()
    }
    const onWait = () => {
      run.isHeldBack = true
      hasWaited = true
      // The wait may be long: save before it.
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
