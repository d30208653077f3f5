// Sends one batch of an intent and stores its outcome: done, refused, unknown, or surely not sent, which waits. An unknown
// outcome is polled and the batch is never repeated.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { PAUSE_MAX_MS } from '../service-client/client.ts'
import { NoSlot } from '../service-client/team-limiter.ts'
import { isAddressChange } from '../service-client/to-desk-error.ts'
import {
  type Attempt,
  type AttemptDeps,
  type Batch,
  createAttempt,
  NeedsApproval,
  NotBegun,
  OutOfDate,
} from './attempt.ts'
import { LeaseEnded } from './claims.ts'
import type { BatchResult } from './kind.ts'
import { ADDRESS_WAIT, keyWait, NOT_SENT_IN_TIME, outcomesOfError, TRACE_FAILED } from './labels.ts'
import type { ChangedIntent } from './queries/intents.ts'
import type { IntentHead } from './queries/intents-open.ts'
import type { IntentEvent } from './rules/events.ts'
import { isNeverReadyAgain } from './rules/refused.ts'

/** Records the state of the key that the brand had when the watch began; no effect once it was replaced. */
type KeyWatch = {
  readonly served: () => Promise<void>
  readonly refused: (error: unknown) => Promise<void>
  readonly isCurrent: () => boolean
}

export type SendBatchDeps = AttemptDeps & {
  /** Begins before a request and gets its error: only a key that is still the brand's is marked as refused. */
  readonly watchKey: (brandId: string) => KeyWatch
  /** Whether the brand's key is known not to work, and the intent waits for another one instead of failing. */
  readonly waitsForKey: (intent: Pick<IntentHead, 'brandId' | 'kind'>) => boolean
  /** The service asks for a pause that is longer than a request may wait. */
  readonly pause: (intent: Pick<IntentHead, 'brandId' | 'kind'>, ms: number) => void
  /** Items of the intent are unknown. */
  readonly pollOutcome: (intent: ChangedIntent) => Promise<void>
}

/** `waits`: for a key, the end of a pause, or until all sending is resumed; `stuck`: the store failed. */
export type End = 'done' | 'waits' | 'stuck'
/** `next`: the next batch may be sent; `reread`: read again which items of this batch may be sent. */
export type BatchEnd = End | 'next' | 'reread'

/** How long the service asks to wait; null: it does not. */
const pauseOf = (error: unknown): number | null =>
  error instanceof DeskError && error.kind === 'rate-limited'
    ? Math.min((error.detail?.retryAfterSeconds ?? 60) * 1000, PAUSE_MAX_MS)
    : null
const isRefusal = (error: unknown): error is DeskError =>
  error instanceof DeskError && (error.kind === 'unauthorized' || error.kind === 'forbidden')

export const createSendBatch = (deps: SendBatchDeps): ((at: Batch) => Promise<BatchEnd>) => {
  const { log, kindOf, saving, watchKey, waitsForKey, pause, pollOutcome, closing } = deps
  const attempt = createAttempt(deps)

  /** The outcomes in the service's reply; null if the desk closes before they are read. */
  const readReply = async (
    { intent, group }: Batch,
    trace: NonNullable<Attempt['trace']>,
  ): Promise<BatchResult | null> => {
    try {
      return await trace({ signal: closing })
    } catch (error) {
      if (closing.aborted) return null
      log.warn({ err: error, intentId: intent.id }, 'the reply of a batch could not be traced')
      const why = error instanceof DeskError ? ` ${error.message}` : ''
      const unknown = { state: 'unknown', reason: `${TRACE_FAILED}${why}`, result: {} } as const
      return { outcomes: group.items.map(({ item }) => ({ item, ...unknown })), problem: null }
    }
  }

  const storeOutcomes = async (at: Batch, { outcomes: read, problem }: BatchResult): Promise<BatchEnd> => {
    const { intent, batch, group, run } = at
    const { explain } = kindOf(intent.kind)
    const outcomes = explain === null ? read : read.map((outcome) => explain(outcome, intent.details))
    const event: IntentEvent = { type: 'settle', batch, outcomes, problem }
    const isClear = problem === null && outcomes.length === group.items.length
    if (at.hasNext && isClear && outcomes.every(({ state }) => state === 'confirmed')) {
      run.unsaved = event
      return 'next'
    }
    const after = await saving.surely(intent.id, event)
    if (after === null) {
      // Another desk took it as lost: what the service said is known all the same.
      const known = outcomes.filter(({ state }) => state !== 'unknown')
      if (known.length > 0) await saving.surely(intent.id, { type: 'decide', outcomes: known })
      return 'done'
    }
    if (after.changed.unknown > 0) await pollOutcome(after)
    return after.endedAtMs === null ? 'next' : 'done'
  }

  /** Surely not sent, and in flight when its lease ended, so that it never waits again: it failed. */
  const notSent = async ({ intent, batch, group }: Batch): Promise<void> => {
    const failed = { state: 'failed', reason: NOT_SENT_IN_TIME, result: {} } as const
    const outcomes = group.items.map(({ item }) => ({ item, ...failed }))
    const after = await saving.surely(intent.id, { type: 'settle', batch, outcomes })
    // Another desk took it as lost.
    if (after === null) await saving.surely(intent.id, { type: 'decide', outcomes })
  }

  /** Surely not done, and not to be sent now. */
  const postpone = async (at: Batch, { isBegun }: Attempt): Promise<void> => {
    if (!isBegun) return
    const { intent, batch } = at
    const after = await saving.surely(intent.id, { type: 'postpone', batch }).catch((error: unknown) => {
      if (isNeverReadyAgain(error)) return null
      throw error
    })
    if (after === null) await notSent(at)
  }

  const onCancelled = async (at: Batch, attempted: Attempt): Promise<End> => {
    const { intent, run } = at
    await postpone(at, attempted)
    if (run.isCancelled) await saving.surely(intent.id, { type: 'cancel' })
    return run.isCancelled ? 'done' : 'waits'
  }

  /** The key does not work or may not be sent, so the batch waits. False: the refusal is about the batch itself. */
  const waitForKey = async (at: Batch, attempted: Attempt): Promise<boolean> => {
    const { intent } = at
    const { error } = attempted
    if (!isRefusal(error)) return false
    const isAddress = isAddressChange(error)
    if (!isAddress && !waitsForKey(intent)) return false
    await postpone(at, attempted)
    await saving.surely(intent.id, { type: 'wait', reason: isAddress ? ADDRESS_WAIT : keyWait(error) })
    return true
  }

  const onError = async (at: Batch, attempted: Attempt, key: KeyWatch): Promise<BatchEnd> => {
    const { id, brandId } = at.intent
    const { error, isBegun } = attempted
    if (error instanceof NotBegun) {
      // The store may have stored the beginning and died before it answered.
      await saving.surely(id, { type: 'postpone', batch: at.batch })
      throw error
    }
    if (error instanceof NeedsApproval) return 'done'
    if (error instanceof OutOfDate) {
      await postpone(at, attempted)
      return 'reread'
    }
    if (error instanceof LeaseEnded || error instanceof NoSlot) {
      await postpone(at, attempted)
      return 'waits'
    }
    if (error instanceof DeskError && error.kind === 'cancelled') return onCancelled(at, attempted)
    log.warn({ err: error, intentId: id, brandId }, 'a batch of the journal failed')
    const pauseMs = pauseOf(error)
    if (pauseMs !== null) {
      await postpone(at, attempted)
      pause(at.intent, pauseMs)
      return 'waits'
    }
    if (isRefusal(error) && !key.isCurrent()) {
      await postpone(at, attempted)
      return 'waits' // continues at once: the brand has another key by now
    }
    const refused = key.refused(error).catch((err: unknown) => log.warn({ err }, 'the state of a key was not stored'))
    if (isRefusal(error)) await refused
    if (await waitForKey(at, attempted)) return 'waits'
    return storeOutcomes(at, { outcomes: outcomesOfError(error, at.group.items, isBegun), problem: null })
  }

  return async (at) => {
    const key = watchKey(at.intent.brandId)
    const attempted = await attempt(at)
    await saving.flush(at.intent.id, at.run)
    if (attempted.trace === undefined) return onError(at, attempted, key)
    const result = await readReply(at, attempted.trace)
    return result === null ? 'waits' : storeOutcomes(at, result)
  }
}
