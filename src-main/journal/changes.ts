// The only way to change an intent: the event is on disk first, then shells are notified, then the person if needed.
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import type { Notices } from '../notices.ts'
import type { RoomParts } from '../room.ts'
import type { ReadPosition } from '../store/store.ts'
import type { JournalKind } from './kind.ts'
import { noticeOf } from './labels.ts'
import type { ChangedIntent } from './queries/intents.ts'
import type { IntentEvent } from './rules/events.ts'

/** `claimUntilMs`: this desk has claimed it until then. `readPosition`: what was read before; `conflict` if it was changed since. */
type How = { readonly claimUntilMs?: number | undefined; readonly readPosition?: ReadPosition | undefined }

/** Stores an event; null: it is not allowed (any more). */
export type Apply = (id: string, event: IntentEvent, how?: How) => Promise<ChangedIntent | null>

/** Stores consecutive events in one commit. */
export type ApplyAll = (
  id: string,
  events: readonly IntentEvent[],
  how?: How,
) => Promise<readonly (ChangedIntent | null)[]>

export type ChangesDeps = RoomParts & {
  readonly notify: Notices['notify']
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly brands: { readonly find: (brandId: string) => { readonly name: string } | null }
}

const totalOf = ({ counts }: ChangedIntent): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const createChanges = ({ store, clock, emit, notify, log, kinds, brands }: ChangesDeps) => {
  const emitChange = (change: EventPayload<'intents.changed'>, event: IntentEvent['type'] | 'create'): void => {
    log.info({ ...change, event }, 'intent')
    emit('intents.changed', change)
  }
  const emitIntentChange = ({ id, brandId, kind, state }: ChangedIntent, event: IntentEvent['type'] | 'create'): void =>
    emitChange({ intentId: id, brandId, kind, state }, event)

  const notifyEnded = (intent: ChangedIntent): void => {
    const brandName = brands.find(intent.brandId)?.name ?? intent.brandId
    const notice = noticeOf({ ...intent, counts: { ...intent.counts, total: totalOf(intent) } }, brandName)
    if (notice !== null) notify(notice)
  }

  const noteChange = (intent: ChangedIntent | null, event: IntentEvent): ChangedIntent | null => {
    if (intent === null) return null
    emitIntentChange(intent, event.type)
    // A person needs no notice of their own action.
    const isNews =
      event.type === 'settle' || event.type === 'leaveOut' || event.type === 'stop' || event.type === 'recover'
    // If the outcome can be polled, the notice follows the poll.
    const isLookedFor = intent.state === 'unknown' && kinds[intent.kind].reconcile !== null
    if (isNews && intent.endedAtMs !== null && !isLookedFor) notifyEnded(intent)
    return intent
  }

  const applyAll: ApplyAll = async (id, events, { claimUntilMs, readPosition } = {}) => {
    const args = { id, events, atMs: clock.now(), claimUntilMs }
    const changes = await store.write('intents.applyAll', args, undefined, readPosition)
    for (const [index, event] of events.entries()) noteChange(changes[index] ?? null, event)
    return changes
  }

  const apply: Apply = async (id, event, how) => {
    if (how !== undefined) return (await applyAll(id, [event], how))[0] ?? null
    return noteChange(await store.write('intents.apply', { id, event, atMs: clock.now() }), event)
  }

  return {
    apply,
    applyAll,
    /** A delivery confirmed an item of an intent. */
    notifyConfirmed: (change: EventPayload<'intents.changed'>): void => emitChange(change, 'confirm'),
    /** An intent was stored. */
    notifyCreated: (intent: ChangedIntent): void => emitIntentChange(intent, 'create'),
    /** Shows the person a notice if the ended intent needs one. */
    notifyEnded,
  }
}
