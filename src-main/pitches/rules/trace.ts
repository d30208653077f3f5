// Outcomes of pitches that the reply alone leaves open (certain.ts). The reply gives counts, the outbox gives conversations:
// an item is queued or updated only if the outbox has it. If the two disagree, the intent gets a problem and no item is
// skipped on a guess, because skipped items can be sent again.
import type { BatchResult } from '../../journal/kind.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'
import type { OutboxTrace } from '../queries/outbox-rows.ts'
import type { QueueCounts } from './certain.ts'
import { byContact, hasSubject, missingOf, type Pitch } from './pitch.ts'

export type SentPitch = Pitch & { readonly item: number }

/** The brand's contacts by id; null if the listing was never read. */
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
  /** This pitch and later ones of the batch for the same contact: a later one may have replaced its text. */
  readonly same: readonly Pitch[]
}

/** Whether the row has the subject of one of these pitches; null if the outbox gives no subject. */
const holds = (row: OutboxTrace, { same }: Sought): boolean | null => {
  const matches = same.map((one) => hasSubject(row, one))
  return matches.includes(true) ? true : matches.includes(null) ? null : false
}

const updatedRow = (rows: readonly OutboxTrace[], sought: Sought): OutboxTrace | undefined => {
  const waited = sought.pitch.knownBefore?.filter(({ isWaiting }) => isWaiting) ?? []
  const wasThere = new Set(waited.map(({ conversationId }) => conversationId))
  return (
    rows.find((row) => row.isWaiting && holds(row, sought) !== false) ??
    // It was sent between the request and this read.
    rows.find((row) => wasThere.has(row.conversationId) && holds(row, sought) === true)
  )
}

/** A sent conversation that is new and may have this subject: the batch may have updated it. */
const mayBeUpdated = (rows: readonly OutboxTrace[], sought: Sought): boolean => {
  const before = new Set(sought.pitch.knownBefore?.map(({ conversationId }) => conversationId))
  return rows.some((row) => !before.has(row.conversationId) && !row.isWaiting && holds(row, sought) !== false)
}

type TraceArgs = {
  readonly reply: QueueCounts
  readonly items: readonly SentPitch[]
  /** Outbox rows of these contacts, read after the reply. */
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
      // A second pitch for the same contact replaced the first one.
      const as = taken.has(fresh.conversationId) ? 'updated' : 'queued'
      taken.add(fresh.conversationId)
      return confirmed(pitch.item, as, fresh.conversationId)
    }
    const same = items.slice(at).filter(({ prospectEmailId }) => prospectEmailId === pitch.prospectEmailId)
    const row = updatedRow(own, { pitch, same })
    if (row !== undefined) return confirmed(pitch.item, 'updated', row.conversationId)
    if (mayBeUpdated(own, { pitch, same })) return { item: pitch.item, state: 'unknown', reason: UNCLEAR, result: {} }
    return skipped(pitch.item, causeOf(pitch, contacts))
  })
}

const countAs = (outcomes: readonly ItemOutcome[], as: 'queued' | 'updated'): number =>
  outcomes.filter(({ result }) => result.as === as).length

export const countsText = ({ queued, updated, skipped }: Omit<QueueCounts, 'queuedConversationIds'>): string =>
  `${queued} queued, ${updated} updated, ${skipped} skipped`

/** A contradiction in the counts of a reply; null: none. */
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

/** One outcome for each pitch of the batch, and a problem if the reply contradicts the outbox. */
export const traceOutcomes = (args: TraceArgs): BatchResult => {
  const outcomes = traceItems(args)
  const problem = problemOf(args, outcomes)
  if (problem === null) return { outcomes, problem }
  const whole = new Set(args.items.flatMap((pitch) => (missingOf(pitch) === null ? [pitch.item] : [])))
  const withSubject = new Set(
    args.rows.flatMap(({ conversationId, subject }) => (subject === null ? [] : [conversationId])),
  )
  const isGuess = ({ item, state, result }: ItemOutcome) =>
    (state === 'skipped' && whole.has(item)) ||
    (result.as === 'updated' && !withSubject.has(String(result.conversationId)))
  return {
    outcomes: outcomes.map((one) => (isGuess(one) ? { ...one, state: 'unknown', reason: UNCLEAR, result: {} } : one)),
    problem,
  }
}
