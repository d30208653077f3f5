// Which contacts of a brand have a waiting pitch: in the cached outbox, or still in the journal.
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { type Clock, DAY_MS } from '../base/clock.ts'
import type { OutboxState, StateHere, WaitingPitch } from '../composing/waiting-pitch.ts'
import type { Store } from '../store/store.ts'
import type { PitchHere } from './queries/pitches-here.ts'

/** A queued pitch is in the cached outbox after the next read; after this time that read has happened. */
export const UNSEEN_MS = DAY_MS

const stateHere = ({ intentState, itemState }: PitchHere): StateHere => {
  if (itemState === 'unknown') return 'unknown'
  if (itemState === 'confirmed') return 'queued'
  if (itemState === 'in_flight') return 'going'
  return intentState === 'held' ? 'held' : 'ready'
}

type OutboxStateDeps = { readonly store: Pick<Store, 'read'>; readonly clock: Pick<Clock, 'now'> }

/** Also the conversations of these contacts, oldest first: thousands are read once. */
export const readOutboxState = async (
  { store, clock }: OutboxStateDeps,
  brandId: string,
  contactIds: readonly string[],
) => {
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
      here: { sinceMs: pitch.createdAtMs, state: stateHere(pitch), by: pitch.madeBy },
    })
  return { conversations, waiting }
}

export const createOutboxState = (deps: OutboxStateDeps): OutboxState => ({
  waitingContacts: async (brandId, contactIds) => (await readOutboxState(deps, brandId, contactIds)).waiting,
})

/** Whether a listing of the brand was ever read completely, so that an absent row is known to be absent. */
export const isRead = async (store: Pick<Store, 'read'>, brandId: string, dataset: Dataset): Promise<boolean> => {
  const rows = await store.read('freshness.list', { brandIds: [brandId] })
  return rows.some((row) => row.dataset === dataset && row.fetchedAtMs !== null)
}
