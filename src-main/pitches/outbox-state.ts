// Which contacts of a brand have a pitch waiting: in the desk's copy of the outbox, or still on the desk itself.
import type { Clock } from '../base/clock.ts'
import type { OutboxState, StateHere, WaitingPitch } from '../composing/waiting-pitch.ts'
import type { Store } from '../store/store.ts'
import type { PitchHere } from './queries/pitches-here.ts'

/** What was queued shows in the outbox once that was read again; after so long it has been, or never will. */
export const UNSEEN_MS = 86_400_000

const stateHere = ({ intentState, itemState }: PitchHere): StateHere => {
  if (itemState === 'unknown') return 'unknown'
  if (itemState === 'confirmed') return 'queued'
  if (itemState === 'in_flight') return 'going'
  return intentState === 'held' ? 'held' : 'ready'
}

export const createOutboxState = ({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read'>
  readonly clock: Pick<Clock, 'now'>
}): OutboxState => ({
  waitingContacts: async (brandId, contactIds) => {
    const [conversations, here] = await Promise.all([
      store.read('outbox.ofContacts', { brandId, ids: contactIds }),
      store.read('outreach.pitchesHere', {
        brandId,
        ids: contactIds,
        confirmedSinceMs: clock.now() - UNSEEN_MS,
        isUnseenOnly: true,
      }),
    ])
    const waiting = new Map<string, WaitingPitch>()
    for (const { prospectEmailId, subject, isWaiting } of conversations)
      if (isWaiting) waiting.set(prospectEmailId, { subject })
    for (const pitch of here.toReversed())
      waiting.set(pitch.contactId, {
        subject: pitch.subject,
        here: { sinceMs: pitch.createdAtMs, state: stateHere(pitch) },
      })
    return waiting
  },
})
