// Finds repeated recipients in the whole set. While a person types, recipients are previewed in parts, which do not know of
// each other.
import type { Recipient } from '../../src-shared/desk/composing.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { createYieldToLoop } from '../base/yield-to-loop.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readContactAddresses } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { repeatedMessage } from './findings.ts'
import { contactIdsOf, createAddresses, emailOf, keyOf } from './set-facts.ts'

type RepeatedDeps = { readonly store: Pick<Store, 'read'>; readonly book: Pick<BrandBook, 'get'> }

/** Rejects with not-found for an unknown brand. */
export const createRepeated = ({ store, book }: RepeatedDeps) => {
  const emailsOf = async (recipients: readonly Recipient[]): Promise<ReadonlyMap<string, string | null>> => {
    const emails = new Map<string, string | null>()
    for (const [brandId, ids] of contactIdsOf(recipients)) {
      book.get(brandId)
      for (const contact of await readContactAddresses(store, { brandId, ids }))
        emails.set(keyOf({ brandId, contactId: contact.id }), emailOf(contact))
    }
    return emails
  }

  return async (recipients: readonly Recipient[]): Promise<CallOutput<'outreach.repeated'>> => {
    const emails = await emailsOf(recipients)
    const addresses = createAddresses()
    const yieldToLoop = createYieldToLoop()
    for (const [index, recipient] of recipients.entries()) {
      await yieldToLoop()
      const email = emails.get(keyOf(recipient))
      if (email !== undefined) addresses.add(recipient, index, email)
    }
    const repeated = Array.from(addresses.repeated, (index) => {
      const recipient = recipients[index]
      const { brandId = '' } = recipient ?? {}
      const email = recipient === undefined ? null : (emails.get(keyOf(recipient)) ?? null)
      return { index, message: repeatedMessage(email, book.get(brandId).name) }
    })
    return { repeated }
  }
}
