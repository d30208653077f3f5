// What became of pitches whose call has no known outcome, by the outbox alone. Found as ours and new: it went through.
// Surely absent (the service itself said that it failed, or two looks a minute apart found nothing): it did not, and may
// be sent again. All else stays unknown until a person says; nothing here sends.
import type { ItemOutcome, ResultFields } from '../journal/states.ts'
import type { OutboxTrace } from '../store/queries/outbox-rows.ts'
import { byContact, hasSubject, missingOf } from './pitch.ts'
import type { SentPitch } from './trace.ts'

/**
 * `result` is what earlier looks left: `lostStatus` of an answered failure, `looks`, the instant `lookedAt` of the look
 * that the next one counts from, and `absentSince`, the first of the looks in a row that found nothing.
 */
export type DoubtfulPitch = SentPitch & { readonly result: ResultFields }

export const LOOK_AGAIN_MS = 60_000
/** After so many looks another one says nothing new. */
const LOOKS_MAX = 2

const ABSENT = 'It is not in the outbox: it may be sent again.'
const NOT_YET = 'It is not in the outbox so far. The desk looks again in a minute.'
const AMBIGUOUS = 'The outbox holds a pitch for this contact, and it is not certain that it is this one.'

type Found = { readonly as: 'queued' | 'updated'; readonly conversationId: string } | 'absent' | 'ambiguous'

/** What the rows of its contact say of one pitch. */
const findPitch = (pitch: SentPitch, rows: readonly OutboxTrace[]): Found => {
  const { knownBefore } = pitch
  const before = new Map(knownBefore?.map((known) => [known.conversationId, known]))
  const fresh = rows.filter(({ conversationId }) => !before.has(conversationId))
  const ours = fresh.find((row) => hasSubject(row, pitch) === true)
  if (ours !== undefined)
    return knownBefore === null ? 'ambiguous' : { as: 'queued', conversationId: ours.conversationId }
  // What had gone out before says nothing of this pitch; what waited may have been replaced by it.
  const replaced = rows.find(
    (row) => before.get(row.conversationId)?.isWaiting === true && hasSubject(row, pitch) !== false,
  )
  if (replaced !== undefined) {
    const known = before.get(replaced.conversationId)
    const isChanged = known !== undefined && hasSubject(known, pitch) === false && hasSubject(replaced, pitch) === true
    return isChanged ? { as: 'updated', conversationId: replaced.conversationId } : 'ambiguous'
  }
  // One that came since: by another hand, or ours under a subject that was kept otherwise or replaced meanwhile.
  return fresh.length > 0 ? 'ambiguous' : 'absent'
}

const settleAbsent = ({ item, result }: DoubtfulPitch, nowMs: number): ItemOutcome => {
  const { lostStatus, absentSince } = result
  const isSure =
    typeof lostStatus === 'number' ||
    (typeof absentSince === 'string' && nowMs - Date.parse(absentSince) >= LOOK_AGAIN_MS)
  if (isSure) return { item, state: 'failed', reason: ABSENT, result: {} }
  const since = typeof absentSince === 'string' ? absentSince : new Date(nowMs).toISOString()
  return { item, state: 'unknown', reason: NOT_YET, result: { looks: 1, lookedAt: since, absentSince: since } }
}

const settleAmbiguous = ({ item, result }: DoubtfulPitch, nowMs: number): ItemOutcome => {
  const lookedAt = result.lookedAt ?? new Date(nowMs).toISOString()
  const looks = result.looks === undefined ? 1 : LOOKS_MAX
  return { item, state: 'unknown', reason: AMBIGUOUS, result: { looks, lookedAt, absentSince: null } }
}

const settleOne = (pitch: DoubtfulPitch, rows: readonly OutboxTrace[], nowMs: number): ItemOutcome => {
  const { item } = pitch
  const missing = missingOf(pitch)
  if (missing !== null) return { item, state: 'skipped', reason: missing, result: {} }
  const found = findPitch(pitch, rows)
  if (typeof found === 'object') return { item, state: 'confirmed', reason: null, result: found }
  return found === 'absent' ? settleAbsent(pitch, nowMs) : settleAmbiguous(pitch, nowMs)
}

/** One outcome for each; `rows` are what the outbox holds of their contacts now. */
export const reconcileUnknown = (
  items: readonly DoubtfulPitch[],
  rows: readonly OutboxTrace[],
  nowMs: number,
): ItemOutcome[] => {
  const ofContact = byContact(rows)
  const taken = new Set<string>()
  return items.map((pitch) => {
    const settled = settleOne(pitch, ofContact.get(pitch.prospectEmailId ?? '') ?? [], nowMs)
    const id = settled.result.conversationId
    if (typeof id !== 'string') return settled
    const isSecond = taken.has(id)
    taken.add(id)
    return isSecond ? { ...settled, result: { ...settled.result, as: 'updated' } } : settled
  })
}

/** Which conversation each confirmed pitch is, once all calls of its intent have ended. */
export const linkConversations = (
  items: readonly SentPitch[],
  rows: readonly OutboxTrace[],
): { item: number; result: ResultFields }[] => {
  const ofContact = byContact(rows)
  return items.flatMap((pitch) => {
    const own = ofContact.get(pitch.prospectEmailId ?? '') ?? []
    const isFresh = ({ conversationId }: OutboxTrace) =>
      pitch.knownBefore?.some((known) => known.conversationId === conversationId) !== true
    const ours = own.filter((one) => hasSubject(one, pitch) !== false)
    // A new one before the one that it may have replaced, and that before one that had gone out.
    const row = ours.findLast(isFresh) ?? ours.findLast(({ isWaiting }) => isWaiting) ?? ours.at(-1)
    return row === undefined ? [] : [{ item: pitch.item, result: { conversationId: row.conversationId } }]
  })
}
