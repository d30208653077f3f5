// Outcomes of pitches whose batch is unknown, by the outbox alone. Found and new: confirmed. Surely absent (the service
// itself said that it failed, or two polls a minute apart found nothing): failed, and may be retried. Everything else stays
// unknown until a person decides. Nothing here sends.
import type { ItemOutcome, ResultFields } from '../../journal/rules/model.ts'
import type { OutboxTrace } from '../queries/outbox-rows.ts'
import type { OtherPitch } from '../queries/pitches-of-contacts.ts'
import { byContact, hasSubject, missingOf } from './pitch.ts'
import type { SentPitch } from './trace.ts'

/**
 * `result` holds what earlier polls stored: `lostStatus` and `lostText` of a failure that was answered, `looks` (how many
 * polls), `lookedAt` (the poll that the next one counts from) and `absentSince` (the first of the polls that found nothing).
 */
export type UnknownPitch = SentPitch & { readonly result: ResultFields }

export const RECHECK_MS = 60_000
/** Another poll would not find more. */
const POLLS_MAX = 2

const ABSENT = 'It is not in the outbox: you can send it again.'
const NOT_YET = 'It is not in the outbox yet. The desk checks again in a minute.'
const AMBIGUOUS = 'The outbox has a pitch for this contact, but it may be another one.'

/** What other intents of the brand may have done to these contacts' conversations. */
export type OthersDoing = {
  /** Whether another intent may have created the conversation. */
  readonly mayHaveMade: (contactId: string, conversationId: string) => boolean
  /** Whether another intent may have changed the contact's waiting pitch since this one was stored. */
  readonly mayHaveChanged: (contactId: string) => boolean
}

export const othersDoing = (others: readonly OtherPitch[]): OthersDoing => {
  const made = new Set(others.flatMap(({ conversationId }) => conversationId ?? []))
  const unfound = others.filter((one) => one.conversationId === null && (one.isSince || one.isShortlyBefore))
  const mayAppear = new Set(unfound.map(({ contactId }) => contactId))
  const since = new Set(others.flatMap(({ contactId, isSince }) => (isSince ? [contactId] : [])))
  return {
    mayHaveMade: (contactId, conversationId) => made.has(conversationId) || mayAppear.has(contactId),
    mayHaveChanged: (contactId) => since.has(contactId),
  }
}

type Found = { readonly as: 'queued' | 'updated'; readonly conversationId: string } | 'absent' | 'ambiguous'

/** Finds a pitch in the rows of its contact. */
const findPitch = (pitch: SentPitch, rows: readonly OutboxTrace[], others: OthersDoing): Found => {
  const { knownBefore, prospectEmailId = '' } = pitch
  const before = new Map(knownBefore?.map((known) => [known.conversationId, known]))
  const fresh = rows.filter(({ conversationId }) => !before.has(conversationId))
  const ours = fresh.find((row) => hasSubject(row, pitch) === true)
  if (ours !== undefined) {
    const isOpen = knownBefore === null || others.mayHaveMade(prospectEmailId, ours.conversationId)
    return isOpen ? 'ambiguous' : { as: 'queued', conversationId: ours.conversationId }
  }
  // A conversation that was sent before proves nothing; a waiting one may have been replaced by this pitch.
  const replaced = rows.find(
    (row) => before.get(row.conversationId)?.isWaiting === true && hasSubject(row, pitch) !== false,
  )
  if (replaced !== undefined) {
    const known = before.get(replaced.conversationId)
    const isChanged = known !== undefined && hasSubject(known, pitch) === false && hasSubject(replaced, pitch) === true
    return isChanged && !others.mayHaveChanged(prospectEmailId)
      ? { as: 'updated', conversationId: replaced.conversationId }
      : 'ambiguous'
  }
  // A new conversation: created by somebody else, or ours with a subject that was stored differently or replaced.
  return fresh.length > 0 ? 'ambiguous' : 'absent'
}

const settleAbsent = ({ item, result }: UnknownPitch, nowMs: number): ItemOutcome => {
  const { lostStatus, lostText, absentSince } = result
  // A time in the future was stored under another clock and proves nothing.
  const sinceMs = Math.min(typeof absentSince === 'string' ? Date.parse(absentSince) : nowMs, nowMs)
  const isSure = typeof lostStatus === 'number' || nowMs - sinceMs >= RECHECK_MS
  const said = typeof lostText === 'string' ? ` The service had said (${lostStatus}): ${lostText}` : ''
  if (isSure) return { item, state: 'failed', reason: `${ABSENT}${said}`, result: {} }
  const since = new Date(sinceMs).toISOString()
  return { item, state: 'unknown', reason: NOT_YET, result: { looks: 1, lookedAt: since, absentSince: since } }
}

const settleAmbiguous = ({ item, result }: UnknownPitch, nowMs: number): ItemOutcome => {
  const lookedAt = result.lookedAt ?? new Date(nowMs).toISOString()
  const looks = result.looks === undefined ? 1 : POLLS_MAX
  return { item, state: 'unknown', reason: AMBIGUOUS, result: { looks, lookedAt, absentSince: null } }
}

type PollContext = { readonly others: OthersDoing; readonly nowMs: number }

const settleOne = (pitch: UnknownPitch, rows: readonly OutboxTrace[], { others, nowMs }: PollContext): ItemOutcome => {
  const { item } = pitch
  const missing = missingOf(pitch)
  if (missing !== null) return { item, state: 'skipped', reason: missing, result: {} }
  const found = findPitch(pitch, rows, others)
  if (typeof found === 'object') return { item, state: 'confirmed', reason: null, result: found }
  return found === 'absent' ? settleAbsent(pitch, nowMs) : settleAmbiguous(pitch, nowMs)
}

/** One outcome for each; `rows` are the current outbox rows of their contacts. */
export const reconcileUnknown = (
  items: readonly UnknownPitch[],
  rows: readonly OutboxTrace[],
  context: PollContext,
): ItemOutcome[] => {
  const ofContact = byContact(rows)
  const taken = new Set<string>()
  return items.map((pitch) => {
    const settled = settleOne(pitch, ofContact.get(pitch.prospectEmailId ?? '') ?? [], context)
    const id = settled.result.conversationId
    if (typeof id !== 'string') return settled
    const isSecond = taken.has(id)
    taken.add(id)
    return isSecond ? { ...settled, result: { ...settled.result, as: 'updated' } } : settled
  })
}

/**
 * Links each confirmed pitch to its conversation, after all batches of its intent. `isUnlisted`: so far only the reply has
 * named the conversation.
 */
export const linkConversations = (
  items: readonly (SentPitch & { readonly isUnlisted?: boolean })[],
  rows: readonly OutboxTrace[],
): { item: number; result: ResultFields }[] => {
  const ofContact = byContact(rows)
  return items.flatMap((pitch) => {
    const own = ofContact.get(pitch.prospectEmailId ?? '') ?? []
    const isFresh = ({ conversationId }: OutboxTrace) =>
      pitch.knownBefore?.some((known) => known.conversationId === conversationId) !== true
    const ours = own.filter((one) => hasSubject(one, pitch) !== false)
    // Prefer a new conversation, then a waiting one that it may have replaced, then a sent one.
    const row = ours.findLast(isFresh) ?? ours.findLast(({ isWaiting }) => isWaiting) ?? ours.at(-1)
    if (row === undefined) return []
    const seen = pitch.isUnlisted === true ? { isUnlisted: false } : {}
    return [{ item: pitch.item, result: { conversationId: row.conversationId, ...seen } }]
  })
}
