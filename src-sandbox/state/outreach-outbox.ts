// The outbox of one brand. A contact has at most one unsent pitch: queueing again replaces it. A pitch is sent when the
// clock reaches its time, and stays sent. Sends are counted per contact, so that a test can check "never twice".
import type { z } from 'zod'
import type { Contact, QueueBodySchema } from '../../src-shared/service/outreach.ts'
import { hash, token } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import { getOrMake } from './get-or-make.ts'
import { createPacer, type Mailbox, spacingOf, type Taken } from './outreach-pacing.ts'

type Items = z.output<typeof QueueBodySchema>['items']
type CompleteItem = { readonly contactId: string; readonly subject: string; readonly body: string }

type ContactBook = {
  readonly contactOf: (id: string) => Contact | undefined
  /** Whether the contact is one of another team. */
  readonly isForeign: (id: string) => boolean
}

const isBlank = (text: string): boolean => text.trim() === ''

/** The complete items; the others are skipped. Throws 403 for an address of another team. */
const completeItems = (items: Items, { contactOf, isForeign }: ContactBook): CompleteItem[] => {
  const foreign = items.find(({ prospectEmailId: id = '' }) => contactOf(id) === undefined && isForeign(id))
  if (foreign !== undefined) {
    throw new ServiceError(403, `prospectEmailId ${foreign.prospectEmailId} is not on one of your team's prospects`)
  }
  const complete = items.flatMap(({ prospectEmailId, subject = '', body = '' }) => {
    const contact = contactOf(prospectEmailId ?? '')
    if (contact === undefined || isBlank(contact.email ?? '') || isBlank(subject) || isBlank(body)) return []
    return [{ contactId: contact.id, subject, body }]
  })
  if (complete.length === 0) throw new ServiceError(400, 'nothing could be queued: no item has all it needs')
  return complete
}

/** The mailboxes that a call may send from: at least one. */
const mailboxesFor = (mailboxes: readonly Mailbox[], id: string | undefined): readonly Mailbox[] => {
  const chosen = id === undefined ? mailboxes : mailboxes.filter((mailbox) => mailbox.id === id)
  if (chosen.length > 0) return chosen
  if (id !== undefined) throw new ServiceError(400, 'sendingAccountId: is not one of your connected mailboxes')
  throw new ServiceError(400, 'nothing could be queued: no mailbox is connected')
}

export type Pitch = {
  readonly conversationId: string
  readonly contactId: string
  subject: string
  /** null: not known, it was there from the start. */
  body: string | null
  status: string
  readonly mailbox: Mailbox | undefined
  readonly scheduledMs: number
  sentMs: number | null
}
type ContactCounts = { readonly contactId: string; queued: number; updated: number; sent: number }

type QueueBody = z.output<typeof QueueBodySchema>

export type OutboxDeps = ContactBook & {
  readonly seed: number
  readonly mailboxes: readonly Mailbox[]
  readonly start: readonly Pitch[]
}

const instant = (ms: number): string => new Date(ms).toISOString()

const rowOf = ({ conversationId, contactId, subject, status, mailbox, scheduledMs, sentMs }: Pitch) => ({
  conversationId,
  prospectEmailId: contactId,
  subject,
  status,
  scheduledAt: instant(scheduledMs),
  sentAt: sentMs === null ? null : instant(sentMs),
  ...(mailbox === undefined ? {} : { sendingAccountId: mailbox.id, mailbox: mailbox.email }),
})

export const createOutbox = (deps: OutboxDeps) => {
  const { mailboxes } = deps
  const pitches = new Map(deps.start.map((pitch) => [pitch.conversationId, pitch]))
  /** Unsent ones by contact. */
  const waiting = new Map(
    deps.start.filter(({ sentMs }) => sentMs === null).map((pitch) => [pitch.contactId, pitch] as const),
  )
  const counts = new Map<string, ContactCounts>()
  let made = 0
  let nextDueMs = Number.NEGATIVE_INFINITY

  const countsOf = (contactId: string): ContactCounts =>
    getOrMake(counts, contactId, () => ({ contactId, queued: 0, updated: 0, sent: 0 }))

  const send = (pitch: Pitch, atMs: number): void => {
    waiting.delete(pitch.contactId)
    pitch.status = 'sent'
    pitch.sentMs = atMs
    countsOf(pitch.contactId).sent += 1
  }

  const add = ({ contactId, subject, body }: CompleteItem, { mailboxId, atMs }: Taken): Pitch => {
    const conversationId = `conversation_${token(16, hash(deps.seed, made, 0x9cc4)).toLowerCase()}`
    made += 1
    const mailbox = mailboxes.find(({ id }) => id === mailboxId)
    const unsent = { status: 'queued', scheduledMs: atMs, sentMs: null }
    const pitch: Pitch = { conversationId, contactId, subject, body, mailbox, ...unsent }
    pitches.set(conversationId, pitch)
    waiting.set(contactId, pitch)
    countsOf(contactId).queued += 1
    nextDueMs = Math.min(nextDueMs, atMs)
    return pitch
  }

  const replace = (pitch: Pitch, { subject, body }: CompleteItem): void => {
    pitch.subject = subject
    pitch.body = body
    countsOf(pitch.contactId).updated += 1
  }

  const queue = ({ items, sendNow = false, sendingAccountId }: QueueBody, nowMs: number) => {
    const complete = completeItems(items, deps)
    const chosen = mailboxesFor(mailboxes, sendingAccountId)
    const recipients = new Set(complete.map(({ contactId }) => contactId).filter((id) => !waiting.has(id)))
    const taken = Array.from(pitches.values(), ({ mailbox, sentMs, scheduledMs }) => {
      return { mailboxId: mailbox?.id ?? '', atMs: sentMs ?? scheduledMs }
    })
    const pacer = createPacer(chosen, taken, nowMs)
    const atOnce = sendNow && recipients.size === 1 ? pacer.now() : undefined
    const added: Pitch[] = []
    for (const item of complete) {
      const unsent = waiting.get(item.contactId)
      if (unsent === undefined) added.push(add(item, atOnce ?? pacer.next()))
      else replace(unsent, item)
    }
    if (atOnce !== undefined) for (const pitch of added) send(pitch, nowMs)
    return {
      queued: added.length,
      queuedConversationIds: added.map(({ conversationId }) => conversationId),
      updated: complete.length - added.length,
      skipped: items.length - complete.length,
      sendNow: atOnce !== undefined,
      spacingMs: spacingOf(chosen),
    }
  }

  return {
    queue,
    rows: () => Array.from(pitches.values(), rowOf),
    unqueue: (conversationIds: readonly string[]) => {
      let removed = 0
      for (const id of conversationIds) {
        const pitch = pitches.get(id)
        if (pitch === undefined || pitch.sentMs !== null) continue
        pitches.delete(id)
        waiting.delete(pitch.contactId)
        removed += 1
      }
      return { removed, skipped: conversationIds.length - removed }
    },
    /** Sends what is due. */
    workUntil: (nowMs: number): void => {
      if (nowMs < nextDueMs) return
      nextDueMs = Number.POSITIVE_INFINITY
      for (const pitch of [...waiting.values()]) {
        if (pitch.scheduledMs <= nowMs) send(pitch, pitch.scheduledMs)
        else nextDueMs = Math.min(nextDueMs, pitch.scheduledMs)
      }
    },
    pitches: () => [...pitches.values()],
    counts: () => [...counts.values()],
  }
}
