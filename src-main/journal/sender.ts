// Sends one intent batch by batch, in order. The outcome of a batch is on disk before the next request is sent (saving.ts),
// so a crash between batches repeats none.
import type { Clock } from '../base/clock.ts'
import { inAction, type Log } from '../base/log.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { ReadPosition, Store } from '../store/store.ts'
import type { Batch } from './attempt.ts'
import type { Apply, ApplyAll } from './changes.ts'
import type { Lease } from './claims.ts'
import type { BatchGroup, BatchItem, JournalKind } from './kind.ts'
import { NOT_AS_QUEUED } from './labels.ts'
import type { IntentHead } from './queries/intents-open.ts'
import { isGone } from './rules/refused.ts'
import { createSaving, type Run } from './saving.ts'
import { createSendBatch, type End, type SendBatchDeps } from './send-batch.ts'

export type SenderDeps = Pick<SendBatchDeps, 'watchKey' | 'waitsForKey' | 'pause' | 'pollOutcome'> & {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly log: Log
  readonly kindOf: (kind: IntentHead['kind']) => JournalKind
  readonly apply: Apply
  readonly applyAll: ApplyAll
  /** Whether all sending is paused. */
  readonly areSendsHeld: () => boolean
  /** What a read from now on sees of these tables at least; undefined on a desk alone. */
  readonly readPosition: (tables: readonly string[]) => ReadPosition | undefined
  /** Aborted when the desk is closing: no further batch begins. */
  readonly closing: AbortSignal
}

export type Sending = {
  readonly done: Promise<End>
  /**
   * Ends a wait for the limiter; true if there was one. `called-off`: the waiting batch is cancelled; `for-good`: all
   * batches that were not sent are cancelled; `closing`: they stay for the next start.
   */
  readonly giveUp: (why: 'called-off' | 'for-good' | 'closing' | 'held') => boolean
}

/** Its rows cannot be those that were queued: nothing of it is sent. */
class NotAsQueued extends Error {}

/** An intent that is what was queued, with the hashes of its calls. */
type Checked = IntentHead & { readonly hashes: ReadonlyMap<number, string> }

const decoder = new TextDecoder()
/** The text comes from the store as bytes: thousands of objects take longer to copy between threads than to parse. */
const payloadsIn = (json: Uint8Array): BatchItem['payload'][] =>
  JSON.parse(decoder.decode(json)) as BatchItem['payload'][] // as it was queued

/** A batch as it was read. It is checked again once its beginning is on disk (attempt.ts). */
type Waiting = {
  readonly group: BatchGroup
  readonly toSkip: Awaited<ReturnType<JournalKind['itemsToSkip']>>
  readonly readPosition: ReadPosition | undefined
}

export const createSender = (deps: SenderDeps) => {
  const { store, log, kindOf, apply, areSendsHeld, readPosition, closing } = deps
  const saving = createSaving(deps)
  const isOnHold = ({ kind }: IntentHead): boolean => kindOf(kind).isSend && areSendsHeld()
  const readPositionNow = ({ kind }: IntentHead): ReadPosition | undefined => readPosition(kindOf(kind).skipReads)
  const sendBatch = createSendBatch({ ...deps, saving, isOnHold, readPositionNow })

  const groupOf = async ({ hashes, ...intent }: Checked, batch: number): Promise<BatchGroup | null> => {
    const { items, call } = await store.read('intents.batchToSend', { id: intent.id, batch })
    if (call === null || hashes.get(batch) !== call.hash) throw new NotAsQueued(NOT_AS_QUEUED)
    const payloads = payloadsIn(call.payloads)
    const [first, ...rest] = items.flatMap((item) =>
      item.state === 'waiting' ? [{ ...item, payload: payloads[item.item - call.firstItem] ?? {} }] : [],
    )
    return first === undefined ? null : { brandId: intent.brandId, details: intent.details, items: [first, ...rest] }
  }

  /** The waiting items of a batch, and those of them to leave out; null: none waits. */
  const readBatch = async (intent: Checked, batch: number): Promise<Waiting | null> => {
    const readPosition = readPositionNow(intent)
    const group = await groupOf(intent, batch)
    return group === null ? null : { group, toSkip: await kindOf(intent.kind).itemsToSkip(group), readPosition }
  }

  /** The items of the batch that may still be sent; null: none. */
  const stillToSend = async (
    intent: IntentHead,
    batch: number,
    { group, toSkip }: Waiting,
  ): Promise<BatchGroup | null> => {
    if (toSkip.length === 0) return group
    await saving.surely(intent.id, { type: 'leaveOut', batch, outcomes: toSkip })
    const isLeftOut = new Set(toSkip.map(({ item }) => item))
    const [first, ...rest] = group.items.filter(({ item }) => !isLeftOut.has(item))
    return first === undefined ? null : { ...group, items: [first, ...rest] }
  }

  /** Sends the batch; reads it again until nothing in it has to be left out. */
  const sendAllowed = async (
    read: Waiting | null,
    at: Omit<Batch, 'group' | 'readPosition'> & { readonly intent: Checked },
  ): Promise<End | 'next'> => {
    const { intent, batch, run } = at
    for (let waiting = read; waiting !== null; waiting = await readBatch(intent, batch)) {
      if (closing.aborted || run.isCancelled) return 'done'
      if (isOnHold(intent) || !run.lease.isHeld()) return 'waits'
      const group = await stillToSend(intent, batch, waiting)
      if (group === null) return 'next'
      const end = await sendBatch({ ...at, group, readPosition: waiting.readPosition })
      if (end !== 'reread') return end
    }
    return 'next'
  }

  const sendAll = async (id: string, run: Run): Promise<End> => {
    const { waitingBatches, hashes, ...head } = await store.read('intents.toSend', { id })
    if (hashes === null) throw new NotAsQueued(NOT_AS_QUEUED)
    const intent = { ...head, hashes }
    const reads = new Map<number, Promise<Waiting | null>>()
    const read = (batch: number): Promise<Waiting | null> => {
      const reading = reads.get(batch) ?? readBatch(intent, batch)
      reads.set(batch, reading)
      return reading
    }
    for (const [index, batch] of waitingBatches.entries()) {
      const following = waitingBatches[index + 1]
      // The reader answers in order: read any earlier, the following batch would delay the last checks of this one.
      const onLeaving = () => {
        if (following !== undefined) read(following).catch(() => undefined) // handled where it is awaited
      }
      const waiting = await read(batch)
      reads.delete(batch)
      const end = await sendAllowed(waiting, { intent, batch, run, hasNext: following !== undefined, onLeaving })
      if (end !== 'next') return end
    }
    return 'done'
  }

  const stopIfChanged = async (error: unknown, id: string, run: Run): Promise<End> => {
    if (!(error instanceof NotAsQueued)) throw error
    log.error({ intentId: id }, 'an intent is not what was queued')
    await saving.flush(id, run)
    // In a team the server may have what was queued, and refuse this: then other desks send it.
    await apply(id, { type: 'stop', reason: NOT_AS_QUEUED })
    return 'done'
  }

  const send = (id: string, lease: Lease): Sending => {
    const run: Run = {
      lease,
      controller: new AbortController(),
      isHeldBack: false,
      isCancelled: false,
      unsaved: null,
      saving: Promise.resolve(),
    }
    const done = inAction({ intentId: id }, () => sendAll(id, run))
      .catch((error: unknown) => stopIfChanged(error, id, run))
      .finally(() => saving.flush(id, run))
      .catch((error: unknown): End => {
        log.error({ err: error, intentId: id }, 'an intent could not be sent')
        return isGone(error) || closing.aborted ? 'done' : 'stuck'
      })
    return {
      done,
      giveUp: (why) => {
        const { isHeldBack } = run // a limiter may end the wait within the abort
        run.isCancelled ||= why === 'for-good' || (why === 'called-off' && isHeldBack)
        if (isHeldBack) run.controller.abort()
        return isHeldBack
      },
    }
  }

  return { send }
}
