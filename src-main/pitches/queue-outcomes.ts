// Outcomes of pitches in a batch with a reply: first what the reply alone makes certain. For the rest the outbox is read; if
// that fails, the contacts, because a pitch to an unknown contact was skipped.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Log } from '../base/log.ts'
import type { BatchResult } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { OutboxTrace } from './queries/outbox-rows.ts'
import { type Certain, certainOutcomes, type QueueCounts } from './rules/certain.ts'
import type { Pitch } from './rules/pitch.ts'
import {
  causeOf,
  confirmed,
  countsProblem,
  countsText,
  type KnownContacts,
  type SentPitch,
  traceOutcomes,
} from './rules/trace.ts'

export type QueueOutcomesDeps = {
  /** Current outbox rows of the contacts of these pitches. */
  readonly readRows: (
    brandId: string,
    items: readonly SentPitch[],
    signal: AbortSignal,
  ) => Promise<readonly OutboxTrace[]>
  /** All contacts that the service lists now. */
  readonly readContacts: (brandId: string, signal: AbortSignal) => Promise<NonNullable<KnownContacts>>
  /** Their contacts as of the last sync. */
  readonly knownContacts: (brandId: string, items: readonly SentPitch[]) => Promise<KnownContacts>
  readonly log: Log
}

type Answered = { readonly brandId: string; readonly items: readonly SentPitch[] }

const QUEUED_OR_UPDATED =
  'The service accepted the pitch. It did not say whether the pitch is new or replaced a queued copy.'

/** Empty, not blank: the interface does not say that white space counts as missing. */
const isEmpty = (text: string | undefined): boolean => text === undefined || text === ''

const isSkippedByRule = ({ prospectEmailId, subject, body }: Pitch, listed: KnownContacts): boolean =>
  isEmpty(prospectEmailId) ||
  isEmpty(subject) ||
  isEmpty(body) ||
  (listed !== null && !listed.has(prospectEmailId ?? ''))

const certainOf = (reply: QueueCounts, items: readonly SentPitch[], listed: KnownContacts) =>
  certainOutcomes(
    reply,
    items.map((pitch) => isSkippedByRule(pitch, listed)),
  )

const isWhole = (certain: Certain | null): boolean =>
  certain !== null && (certain.state === 'skipped' || certain.as !== null)

const toOutcome = (pitch: SentPitch, certain: Certain, contacts: KnownContacts): ItemOutcome => {
  if (certain.state === 'skipped')
    return { item: pitch.item, state: 'skipped', reason: causeOf(pitch, contacts), result: {} }
  const { as, conversationId } = certain
  if (conversationId !== null) {
    const found = confirmed(pitch.item, 'queued', conversationId)
    return { ...found, result: { ...found.result, isUnlisted: true } }
  }
  if (as !== null) return confirmed(pitch.item, as, null)
  return { item: pitch.item, state: 'confirmed', reason: QUEUED_OR_UPDATED, result: {} }
}

const whyOpen = (reply: QueueCounts, sent: number, error: unknown): string => {
  const why = error instanceof DeskError ? error.message : 'The log has the details.'
  return `The service counted ${countsText(reply)} of ${sent} sent and did not say which. Its outbox could not be read: ${why}`
}

export const createQueueOutcomes = (deps: QueueOutcomesDeps) => {
  const { readRows, readContacts, knownContacts, log } = deps

  const withoutOutbox = async (
    reply: QueueCounts,
    { brandId, items }: Answered,
    { signal, error }: { readonly signal: AbortSignal; readonly error: unknown },
  ): Promise<BatchResult> => {
    log.warn({ err: error, brandId }, 'the outbox could not be read for what a reply leaves open')
    const listed = await readContacts(brandId, signal).catch(() => null)
    const byContacts = certainOf(reply, items, listed)
    // If the contacts contradict the reply, they are ignored.
    const certain = byContacts.every((one) => one === null) ? certainOf(reply, items, null) : byContacts
    const reason = whyOpen(reply, items.length, error)
    const outcomes = items.map((pitch, index): ItemOutcome => {
      const known = certain[index] ?? null
      return known === null
        ? { item: pitch.item, state: 'unknown', reason, result: {} }
        : toOutcome(pitch, known, listed)
    })
    return { outcomes, problem: countsProblem(reply, items.length) }
  }

  /** One outcome for each pitch of the batch, and a problem. Does not reject if the outbox cannot be read. */
  return async (reply: QueueCounts, answered: Answered, signal: AbortSignal): Promise<BatchResult> => {
    const { brandId, items } = answered
    const certain = certainOf(reply, items, null)
    const contacts = certain.every((one) => one?.state === 'confirmed') ? null : await knownContacts(brandId, items)
    const outcomes = items.map((pitch, index) => {
      const known = certain[index] ?? null
      return known === null ? null : toOutcome(pitch, known, contacts)
    })
    if (certain.every(isWhole)) return { outcomes: outcomes.filter((one) => one !== null), problem: null }
    try {
      const rows = await readRows(brandId, items, signal)
      const traced = traceOutcomes({ reply, items, rows, contacts })
      const merged = traced.outcomes.map((found, index) => {
        const known = outcomes[index] ?? found
        return known.state === found.state ? found : known // the outbox also tells queued from updated
      })
      return { outcomes: merged, problem: traced.problem }
    } catch (error) {
      return withoutOutbox(reply, answered, { signal, error })
    }
  }
}
