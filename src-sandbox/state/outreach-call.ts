import type { z } from 'zod'
import type { Contact, QueueBodySchema } from '../../src-shared/service/outreach.ts'
import { ServiceError } from '../service-error.ts'
import type { Mailbox } from './outreach-pacing.ts'

type Items = z.output<typeof QueueBodySchema>['items']
export type CompleteItem = { readonly contactId: string; readonly subject: string; readonly body: string }

export type ContactBook = {
  readonly contactOf: (id: string) => Contact | undefined
  /** Whether the contact is one of another team. */
  readonly isForeign: (id: string) => boolean
}

const isBlank = (text: string): boolean => text.trim() === ''

/** The complete items; the others are skipped. Throws 403 for an address of another team. */
export const completeItems = (items: Items, { contactOf, isForeign }: ContactBook): CompleteItem[] => {
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
export const mailboxesFor = (mailboxes: readonly Mailbox[], id: string | undefined): readonly Mailbox[] => {
  const chosen = id === undefined ? mailboxes : mailboxes.filter((mailbox) => mailbox.id === id)
  if (chosen.length > 0) return chosen
  if (id !== undefined) throw new ServiceError(400, 'sendingAccountId: is not one of your connected mailboxes')
  throw new ServiceError(400, 'nothing could be queued: no mailbox is connected')
}
