// Facts for preview rows that depend on the whole set or on other rooms.
import type { Recipient } from '../../src-shared/desk/composing.ts'
import type { PriorContact, Suppression } from '../../src-shared/desk/outreach-care.ts'
import { createYieldToLoop } from '../base/yield-to-loop.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { KnownContact } from '../prospects/public.ts'
import { readContactOwners, readContactsByIds } from '../prospects/public.ts'
import { readSomePages } from '../rankings/public.ts'
import type { Store } from '../store/store.ts'
import { readSuppressionsOf } from '../suppressions/public.ts'
import { addressKey } from './findings.ts'
import { createMentions, type Mentions } from './rules/mentions.ts'
import type { KnownNames } from './rules/names.ts'
import { createKnownNames, type TemplateVariables, templateVariablesOf } from './rules/scope.ts'
import type { OutboxState, WaitingPitch } from './waiting-pitch.ts'

export type SetDeps = {
  readonly store: Store
  readonly book: BrandBook
  readonly contactHistory: {
    readonly of: (brandId: string, contactIds: readonly string[]) => Promise<readonly PriorContact[]>
  }
  readonly outbox: OutboxState
}

export type Person = { readonly contact: KnownContact; readonly templateVariables: TemplateVariables }

/** Maps go by `keyOf`, addresses by `addressKey`. */
export type SetFacts = {
  /** In the order of the recipients; null if the brand has no such contact. */
  readonly people: readonly (Person | null)[]
  /** The other brand that a contact belongs to, which its brand does not have. */
  readonly owners: ReadonlyMap<string, string>
  readonly known: KnownNames
  /** Indexes whose contact or address is earlier in the set, for the same brand. */
  readonly repeated: ReadonlySet<number>
  readonly brandsOfAddress: ReadonlyMap<string, ReadonlySet<string>>
  /** In the order of the recipients. */
  readonly suppressions: readonly (Suppression | null)[]
  readonly contactHistory: ReadonlyMap<string, readonly PriorContact[]>
  readonly waiting: ReadonlyMap<string, WaitingPitch>
  readonly mentions: Mentions
}

const READ_AT_ONCE = 500

export const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / READ_AT_ONCE) }, (_, part) =>
    items.slice(part * READ_AT_ONCE, (part + 1) * READ_AT_ONCE),
  )

export const keyOf = ({ brandId, contactId }: Pick<Recipient, 'brandId' | 'contactId'>): string =>
  `${brandId} ${contactId}`

export const emailOf = ({ email }: Pick<KnownContact, 'email'>): string | null => email?.trim() || null

/** Finds repeats, by contact and by address. */
export const createAddresses = () => {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  const brandsOfAddress = new Map<string, Set<string>>()
  const add = (recipient: Recipient, index: number, email: string | null): void => {
    const marks = [`id ${keyOf(recipient)}`]
    if (email !== null) {
      const address = addressKey(email)
      marks.push(`${recipient.brandId} ${address}`)
      brandsOfAddress.set(address, (brandsOfAddress.get(address) ?? new Set()).add(recipient.brandId))
    }
    if (marks.some((mark) => seen.has(mark))) repeated.add(index)
    for (const mark of marks) seen.add(mark)
  }
  return { repeated, brandsOfAddress, add }
}

type ContactIds = ReadonlyMap<string, readonly string[]>

export const contactIdsOf = (recipients: readonly Recipient[]): ContactIds =>
  new Map(
    Array.from(
      Map.groupBy(recipients, ({ brandId }) => brandId),
      ([brandId, of]) => [brandId, [...new Set(of.map(({ contactId }) => contactId))]],
    ),
  )

/** What tells in a text which other brand it names. */
export const readMentions = async (
  store: Pick<Store, 'read'>,
  brands: readonly { readonly id: string; readonly name: string }[],
): Promise<Mentions> => {
  const pages = await readSomePages(store, { brandIds: brands.map(({ id }) => id) })
  return createMentions(brands.map(({ id, name }) => ({ brandId: id, name, pages: pages[id] ?? [] })))
}

/** The function rejects with not-found for an unknown brand. */
export const createSetFacts = ({ store, book, ...deps }: SetDeps) => {
  const readContacts = async (ids: ContactIds): Promise<Map<string, KnownContact>> => {
    const contacts = new Map<string, KnownContact>()
    for (const [brandId, contactIds] of ids)
      for (const part of inParts(contactIds))
        for (const contact of await readContactsByIds(store, { brandId, ids: part }))
          contacts.set(keyOf({ brandId, contactId: contact.id }), contact)
    return contacts
  }

  const readOwners = async (ids: ContactIds, contacts: ReadonlyMap<string, KnownContact>) => {
    const owners = new Map<string, string>()
    for (const [brandId, contactIds] of ids) {
      const missing = contactIds.filter((contactId) => !contacts.has(keyOf({ brandId, contactId })))
      for (const part of inParts(missing))
        for (const { id, ownerId } of await readContactOwners(store, { brandId, ids: part }))
          owners.set(keyOf({ brandId, contactId: id }), ownerId)
    }
    return owners
  }

  const readSuppressions = async (people: readonly (Person | null)[]): Promise<SetFacts['suppressions']> => {
    const contacts = people.map((person) => ({
      email: person?.contact.email ?? null,
      domain: person?.contact.prospect?.domain ?? person?.contact.domain ?? null,
    }))
    const found: (Suppression | null)[] = []
    for (const part of inParts(contacts)) found.push(...(await readSuppressionsOf(store, { contacts: part })))
    return found
  }

  const readContactHistory = async (ids: ContactIds): Promise<Map<string, PriorContact[]>> => {
    const found: PriorContact[] = []
    for (const [brandId, contactIds] of ids)
      for (const part of inParts(contactIds)) found.push(...(await deps.contactHistory.of(brandId, part)))
    return Map.groupBy(found, keyOf)
  }

  const readWaiting = async (ids: ContactIds): Promise<SetFacts['waiting']> => {
    const found = new Map<string, WaitingPitch>()
    for (const [brandId, contactIds] of ids)
      for (const part of inParts(contactIds))
        for (const [contactId, waiting] of await deps.outbox.waitingContacts(brandId, part))
          found.set(keyOf({ brandId, contactId }), waiting)
    return found
  }

  /** `onPerson` is called for each; if it throws, reading stops. */
  return async (recipients: readonly Recipient[], onPerson: (done: number) => void = () => {}): Promise<SetFacts> => {
    const ids = contactIdsOf(recipients)
    const brandNames = new Map(Array.from(ids.keys(), (brandId) => [brandId, book.get(brandId).name]))
    const contacts = await readContacts(ids)
    const names = createKnownNames()
    const addresses = createAddresses()
    const yieldToLoop = createYieldToLoop()
    const people: (Person | null)[] = []
    for (const [index, recipient] of recipients.entries()) {
      await yieldToLoop()
      onPerson(index)
      const contact = contacts.get(keyOf(recipient))
      if (contact === undefined) {
        people.push(null)
        continue
      }
      addresses.add(recipient, index, emailOf(contact))
      const { brandId, variables = {} } = recipient
      const templateVariables = templateVariablesOf(contact, { brandName: brandNames.get(brandId) ?? '', variables })
      names.add(templateVariables)
      people.push({ contact, templateVariables })
    }
    const [owners, suppressions, contactHistory, waiting, mentions] = await Promise.all([
      readOwners(ids, contacts),
      readSuppressions(people),
      readContactHistory(ids),
      readWaiting(ids),
      readMentions(store, book.list()),
    ])
    const { repeated, brandsOfAddress } = addresses
    return {
      people,
      owners,
      known: names.names,
      repeated,
      brandsOfAddress,
      suppressions,
      contactHistory,
      waiting,
      mentions,
    }
  }
}
