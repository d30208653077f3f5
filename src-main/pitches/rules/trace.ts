// What became of each pitch of a call whose reply alone does not tell (certain.ts). The reply counts, the outbox names: an
// item is queued or updated only where the outbox holds it. Where the two disagree that is said, and nothing is taken for
// skipped on a guess, since what was skipped is offered to be sent again.
import type { BatchResult } from '../../journal/kind.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'
import type { OutboxTrace } from '../queries/outbox-rows.ts'
import type { QueueCounts } from './certain.ts'
import { byContact, hasSubject, missingOf, type Pitch } from './pitch.ts'

export type SentPitch = Pitch & { readonly item: number }

/** What the desk knows of contacts: null where it never read the listing, else those that are in it. */
export type KnownContacts = ReadonlyMap<string, { readonly email: string | null }> | null

const NO_CAUSE = 'The service skipped it and did not say why.'
const NOT_OURS = 'This brand has no such contact.'
const NO_ADDRESS = 'The service has no address for this contact.'
const UNCLEAR = "The service's counts and its outbox disagree on this pitch. Check the outbox before you send it again."

export const confirmed = (item: number, as: 'queued' | 'updated', conversationId: string | null): ItemOutcome => ({
  item,
  state: 'confirmed',
  reason: null,
  result: { as, ...(conversationId === null ? {} : { conversationId }) },
})

/** Why the service most likely skipped it. */
export const causeOf = (pitch: Pitch, contacts: KnownContacts): string => {
  const missing = missingOf(pitch)
  if (missing !== null || contacts === null) return missing ?? NO_CAUSE
  const contact = contacts.get(pitch.prospectEmailId ?? '')
  if (contact === undefined) return NOT_OURS
  return (contact.email ?? '').trim() === '' ? NO_ADDRESS : NO_CAUSE
}

type Sought = {
  readonly pitch: Pitch
  /** Pitches of the call for the same contact from this one on: a later one may have replaced its words. */
  readonly same: readonly Pitch[]
}

/** Whether the outbox tells that the row holds these words; null where it tells no subject. */
const holds = (row: OutboxTrace, { same }: Sought): boolean | null => {
  const told = same.map((one) => hasSubject(row, one))
  return told.includes(true) ? true : told.includes(null) ? null : false
}

const updatedRow = (rows: readonly OutboxTrace[], sought: Sought): OutboxTrace | undefined => {
  const waited = sought.pitch.knownBefore?.filter(({ isWaiting }) => isWaiting) ?? []
  const wasThere = new Set(waited.map(({ conversationId }) => conversationId))
  return (
    rows.find((row) => row.isWaiting && holds(row, sought) !== false) ??
    // Its turn came between the call and this look.
    rows.find((row) => wasThere.has(row.conversationId) && holds(row, sought) === true)
  )
}

/** One that nobody knew of, gone out with these words, as it seems: it may be what the call updated. */
const maySent = (rows: readonly OutboxTrace[], sought: Sought): boolean => {
  const before = new Set(sought.pitch.knownBefore?.map(({ conversationId }) => conversationId))
  return rows.some((row) => !before.has(row.conversationId) && !row.isWaiting && holds(row, sought) !== false)
}

type TraceArgs = {
  readonly reply: QueueCounts
  readonly items: readonly SentPitch[]
  /** What the outbox holds of these contacts, read after the reply. */
  readonly rows: readonly OutboxTrace[]
  readonly contacts: KnownContacts
}

const traceItems = ({ reply, items, rows, contacts }: TraceArgs): ItemOutcome[] => {
  const isNew = new Set(reply.queuedConversationIds)
  const ofContact = byContact(rows)
  const taken = new Set<string>()
  const skipped = (item: number, reason: string): ItemOutcome => ({ item, state: 'skipped', reason, result: {} })
  return items.map((pitch, at) => {
    const missing = missingOf(pitch)
    if (missing !== null) return skipped(pitch.item, missing)
    const own = ofContact.get(pitch.prospectEmailId ?? '') ?? []
    const fresh = own.find(({ conversationId }) => isNew.has(conversationId))
    if (fresh !== undefined) {
      // A second copy for the same contact took the first one's place.
      const as = taken.has(fresh.conversationId) ? 'updated' : 'queued'
      taken.add(fresh.conversationId)
      return confirmed(pitch.item, as, fresh.conversationId)
    }
    const same = items.slice(at).filter(({ prospectEmailId }) => prospectEmailId === pitch.prospectEmailId)
    const row = updatedRow(own, { pitch, same })
    if (row !== undefined) return confirmed(pitch.item, 'updated', row.conversationId)
    if (maySent(own, { pitch, same })) return { item: pitch.item, state: 'unknown', reason: UNCLEAR, result: {} }
    return skipped(pitch.item, causeOf(pitch, contacts))
  })
}

const countAs = (outcomes: readonly ItemOutcome[], as: 'queued' | 'updated'): number =>
  outcomes.filter(({ result }) => result.as === as).length

export const countsText = ({ queued, updated, skipped }: Omit<QueueCounts, 'queuedConversationIds'>): string =>
  `${queued} queued, ${updated} updated, ${skipped} skipped`

/** What of a reply contradicts itself; null where nothing does. */
export const countsProblem = (reply: QueueCounts, sent: number): string | null => {
  if (reply.queued + reply.updated + reply.skipped !== sent)
    return `The service's counts do not add up: ${countsText(reply)} of ${sent} sent. Check the outbox.`
  const ids = new Set(reply.queuedConversationIds).size
  if (ids === reply.queued) return null
  const named = `${ids} ${ids === 1 ? 'conversation' : 'conversations'}`
  return `The service says ${reply.queued} queued and names ${named} of ${sent} sent. Check the outbox.`
}

const problemOf = ({ reply, items }: TraceArgs, outcomes: readonly ItemOutcome[]): string | null => {
  const problem = countsProblem(reply, items.length)
  if (problem !== null) return problem
  const queued = countAs(outcomes, 'queued')
  const updated = countAs(outcomes, 'updated')
  const found = { queued, updated, skipped: items.length - queued - updated }
  if (queued === reply.queued && updated === reply.updated) return null
  return `The service says ${countsText(reply)} of ${items.length} sent; its outbox shows ${countsText(found)}. Check the outbox.`
}

/** One outcome for each pitch of the call, and what does not add up. */
export const traceOutcomes = (args: TraceArgs): BatchResult => {
  const outcomes = traceItems(args)
  const problem = problemOf(args, outcomes)
  if (problem === null) return { outcomes, problem }
  const whole = new Set(args.items.flatMap((pitch) => (missingOf(pitch) === null ? [pitch.item] : [])))
  const told = new Set(args.rows.flatMap(({ conversationId, subject }) => (subject === null ? [] : [conversationId])))
  const isGuess = ({ item, state, result }: ItemOutcome) =>
    (state === 'skipped' && whole.has(item)) || (result.as === 'updated' && !told.has(String(result.conversationId)))
  return {
    outcomes: outcomes.map((one) => (isGuess(one) ? { ...one, state: 'unknown', reason: UNCLEAR, result: {} } : one)),
    problem,
  }
}
