// Before pitches are sent again the outbox is read, whatever their state on the desk: a request that a gateway gave up on may
// arrive late, and a restored backup does not know what was sent after it. Nobody gets a pitch twice.

import type { Store } from '../store/store.ts'
import type { OutboxReader } from './outbox-read.ts'
import type { OutboxTrace } from './queries/outbox-rows.ts'
import { byContact, hasSubject, type KnownConversation, missingOf, type Pitch } from './rules/pitch.ts'
import type { SentPitch } from './rules/trace.ts'

export type RefusedRetry = { readonly item: number; readonly reason: string }

/** A conversation that is new, or that was waiting and since then was sent with this subject, or took it over. */
const whatCameOf = (pitch: Pitch, rows: readonly OutboxTrace[]): OutboxTrace | undefined => {
  const before = new Map(pitch.knownBefore?.map((known) => [known.conversationId, known]))
  return rows.find((row) => {
    const known = before.get(row.conversationId)
    if (known === undefined) return true
    const isOurs = known.isWaiting && hasSubject(row, pitch) !== false
    return isOurs && (!row.isWaiting || hasSubject(known, pitch) === false)
  })
}

const reasonOf = ({ subject, isWaiting }: OutboxTrace): string =>
  `The outbox has a pitch for this contact that was not there before${subject === null ? '' : ` ("${subject}")`}: ` +
  `it ${isWaiting ? 'is queued' : 'was sent or left the queue'}.`

/** Pitches that must not be sent again, by the current outbox rows of their contacts. */
export const refusedRetries = (
  items: readonly SentPitch[],
  rows: readonly OutboxTrace[],
  { sendNow }: { readonly sendNow: boolean },
): RefusedRetry[] => {
  const ofContact = byContact(rows)
  return items.flatMap((pitch) => {
    if (missingOf(pitch) !== null) return [] // the service skipped it
    const own = ofContact.get(pitch.prospectEmailId ?? '') ?? []
    const found = whatCameOf(pitch, own) ?? (sendNow ? own.find(({ isWaiting }) => isWaiting) : undefined)
    return found === undefined ? [] : [{ item: pitch.item, reason: reasonOf(found) }]
  })
}

export type RetryCheck = (
  group: { readonly brandId: string; readonly items: readonly SentPitch[]; readonly sendNow: boolean },
  signal: AbortSignal,
) => Promise<{
  readonly refused: readonly RefusedRetry[]
  /** Conversations of a contact in the outbox now. */
  readonly knownNow: (contactId: string) => readonly KnownConversation[]
}>

/** Reads the outbox first; rejects if that fails, because nothing may be sent again unchecked. */
export const createRetryCheck =
  ({ store, outbox }: { readonly store: Pick<Store, 'read'>; readonly outbox: OutboxReader }): RetryCheck =>
  async ({ brandId, items, sendNow }, signal) => {
    await outbox.read(brandId, signal)
    const ids = [...new Set(items.flatMap(({ prospectEmailId }) => prospectEmailId ?? []))]
    const rows = await store.read('outbox.ofContacts', { brandId, ids })
    const ofContact = byContact(rows)
    return {
      refused: refusedRetries(items, rows, { sendNow }),
      knownNow: (contactId) => ofContact.get(contactId) ?? [],
    }
  }
