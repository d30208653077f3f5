// Recipients and a template become preview rows. What is read of the whole set is read first; then one row after the
// other is made, and the thread is given up now and then, so that the desk answers meanwhile.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PreviewRow, Recipient, TemplateText } from '../../../src-shared/desk/composing.ts'
import type { Pressure, Suppression } from '../../../src-shared/desk/outreach-care.ts'
import type { BrandBook } from '../../brands/brand-book.ts'
import type { Clock } from '../../clock.ts'
import type { KnownContact } from '../../store/queries/contacts.ts'
import type { Store } from '../../store/store.ts'
import {
  type AddressFacts,
  addressBlockers,
  addressKey,
  addressWarnings,
  characters,
  textBlockers,
  textWarnings,
} from './findings.ts'
import { createMentions, type Mentions } from './mentions.ts'
import type { Rendered, Renderer } from './render.ts'
import { createKnownNames, type Sayings, sayingsOf, toScope } from './scope.ts'
import type { KnownNames } from './strict.ts'

export type RowsDeps = {
  readonly store: Store
  readonly book: BrandBook
  readonly clock: Clock
  readonly renderer: Renderer
  readonly suppressions: { readonly find: (emails: readonly string[]) => Promise<ReadonlyMap<string, Suppression>> }
  readonly pressure: { readonly of: (brandId: string, contactIds: readonly string[]) => Promise<readonly Pressure[]> }
  readonly outbox: {
    readonly waitingContacts: (
      brandId: string,
    ) => Promise<ReadonlyMap<string, { readonly conversationId: string; readonly subject: string | null }>>
  }
}

export type Composition = { readonly template: TemplateText; readonly recipients: readonly Recipient[] }

const READ_AT_ONCE = 500
const TURN_MS = 8

const inParts = <Item>(items: readonly Item[], size = READ_AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))

/** Gives the thread up once it was held for long enough. */
const createTurns = () => {
  let sinceMs = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - sinceMs < TURN_MS) return
    await nextTurn()
    sinceMs = performance.now()
  }
}

const keyOf = ({ brandId, contactId }: Pick<Recipient, 'brandId' | 'contactId'>): string => `${brandId} ${contactId}`

/** What a suppression can keep out: the person's address, and the site, whose people may have no known address. */
const addressesOf = ({ email, domain, prospect }: KnownContact): string[] => {
  const site = prospect?.domain ?? domain
  return [...(email == null ? [] : [addressKey(email)]), ...(site === null ? [] : [`anyone@${addressKey(site)}`])]
}

type Person = { readonly contact: KnownContact; readonly sayings: Sayings }

/** What is known of the set as a whole. */
type SetFacts = {
  readonly people: readonly (Person | null)[]
  readonly known: KnownNames
  readonly repeated: ReadonlySet<number>
  readonly brandsOfAddress: ReadonlyMap<string, ReadonlySet<string>>
  readonly suppressed: ReadonlyMap<string, Suppression>
  readonly pressure: ReadonlyMap<string, readonly Pressure[]>
  readonly waiting: ReadonlyMap<string, { readonly subject: string | null }>
  readonly mentions: Mentions
}

export const createRows = (deps: RowsDeps) => {
  const { store, book, clock, renderer } = deps

  const readContacts = async (byBrand: ReadonlyMap<string, readonly string[]>) => {
    const contacts = new Map<string, KnownContact>()
    for (const [brandId, ids] of byBrand)
      for (const part of inParts(ids))
        for (const contact of await store.read('contacts.byIds', { brandId, ids: part }))
          contacts.set(keyOf({ brandId, contactId: contact.id }), contact)
    return contacts
  }

  const readMentions = async (): Promise<Mentions> => {
    const brands = book.list()
    const pages = await store.read('brands.somePages', { brandIds: brands.map(({ id }) => id) })
    return createMentions(brands.map(({ id, name }) => ({ brandId: id, name, pages: pages[id] ?? [] })))
  }

  const readSuppressed = async (emails: readonly string[]) => {
    const found = new Map<string, Suppression>()
    for (const part of inParts(emails))
      for (const [email, suppression] of await deps.suppressions.find(part)) found.set(addressKey(email), suppression)
    return found
  }

  const readPressure = async (byBrand: ReadonlyMap<string, readonly string[]>) => {
    const found = new Map<string, Pressure[]>()
    for (const [brandId, ids] of byBrand)
      for (const part of inParts(ids))
        for (const pressure of await deps.pressure.of(brandId, part)) {
          const key = keyOf({ brandId, contactId: pressure.contactId })
          found.set(key, [...(found.get(key) ?? []), pressure])
        }
    return found
  }

  const readWaiting = async (brandIds: Iterable<string>) => {
    const found = new Map<string, { readonly subject: string | null }>()
    for (const brandId of brandIds)
      for (const [contactId, waiting] of await deps.outbox.waitingContacts(brandId))
        found.set(keyOf({ brandId, contactId }), waiting)
    return found
  }

  const readSet = async (recipients: readonly Recipient[]): Promise<SetFacts> => {
    const ids = Map.groupBy(recipients, ({ brandId }) => brandId)
    const byBrand = new Map(
      Array.from(ids, ([brandId, of]) => [brandId, [...new Set(of.map(({ contactId }) => contactId))]]),
    )
    const brandNames = new Map(Array.from(ids.keys(), (brandId) => [brandId, book.get(brandId).name]))
    const contacts = await readContacts(byBrand)
    const names = createKnownNames()
    const repeated = new Set<number>()
    const seen = new Set<string>()
    const brandsOfAddress = new Map<string, Set<string>>()
    const turn = createTurns()
    const people: (Person | null)[] = []
    for (const [place, { variables = {}, ...recipient }] of recipients.entries()) {
      await turn()
      const contact = contacts.get(keyOf(recipient))
      const address = contact?.email == null ? null : addressKey(contact.email)
      for (const mark of [`id ${keyOf(recipient)}`, ...(address === null ? [] : [`${recipient.brandId} ${address}`])]) {
        if (seen.has(mark)) repeated.add(place)
        seen.add(mark)
      }
      if (address !== null) {
        const brandIds = brandsOfAddress.get(address) ?? new Set()
        brandsOfAddress.set(address, brandIds.add(recipient.brandId))
      }
      const brandName = brandNames.get(recipient.brandId) ?? ''
      const person = contact === undefined ? null : { contact, sayings: sayingsOf(contact, { brandName, variables }) }
      if (person !== null) names.add(person.sayings)
      people.push(person)
    }
    const [suppressed, pressure, waiting, mentions] = await Promise.all([
      readSuppressed([...new Set(people.flatMap((person) => (person === null ? [] : addressesOf(person.contact))))]),
      readPressure(byBrand),
      readWaiting(byBrand.keys()),
      readMentions(),
    ])
    return { people, known: names.names, repeated, brandsOfAddress, suppressed, pressure, waiting, mentions }
  }

  const unknownContact = ({ brandId, contactId }: Recipient): PreviewRow => ({
    brandId,
    contactId,
    ...{ name: null, email: null, domain: null, subject: '', body: '', subjectCharacters: 0, bodyCharacters: 0 },
    blockers: [
      {
        code: 'unknown-contact',
        message: `${book.find(brandId)?.name ?? brandId} has no contact "${contactId}". Sync its contacts, or take it out.`,
      },
    ],
    warnings: [],
  })

  const addressFacts = (recipient: Recipient, place: number, { contact }: Person, set: SetFacts): AddressFacts => {
    const { brandId } = recipient
    const email = contact.email?.trim() || null
    const key = email === null ? '' : addressKey(email)
    return {
      brandId,
      email,
      domain: contact.domain,
      suppression: addressesOf(contact).flatMap((address) => set.suppressed.get(address) ?? [])[0],
      isRepeated: set.repeated.has(place),
      alsoBy: [...(set.brandsOfAddress.get(key) ?? [])].filter((id) => id !== brandId),
      pressure: set.pressure.get(keyOf(recipient)) ?? [],
      waiting: set.waiting.get(keyOf(recipient)),
      brandName: (id) => book.find(id)?.name ?? 'Another brand',
      nowMs: clock.now(),
    }
  }

  const toRow = (
    { brandId, contactId }: Recipient,
    facts: AddressFacts,
    person: Person,
    text: Rendered & { mentions: Mentions },
  ): PreviewRow => {
    const { contact } = person
    const { subject, body, mentions } = text
    const about = [contact.domain, contact.prospect?.domain, contact.prospect?.url, contact.email, contact.name]
    const brandName = facts.brandName(brandId)
    return {
      brandId,
      contactId,
      name: contact.name,
      email: facts.email,
      domain: contact.domain,
      subject,
      body,
      subjectCharacters: characters(subject),
      bodyCharacters: characters(body),
      blockers: [
        ...text.blockers,
        ...(text.blockers.length > 0 ? [] : textBlockers({ subject, body })),
        ...addressBlockers(facts),
      ],
      warnings: [
        ...textWarnings({ brandId, brandName, subject, body, mentions, about: about.filter((one) => one != null) }),
        ...addressWarnings(facts),
      ],
    }
  }

  /** Rows in the order of the recipients. Rejects with not-found for an unknown brand, before anything is rendered. */
  async function* compose({ template, recipients }: Composition): AsyncGenerator<PreviewRow, void, undefined> {
    const set = await readSet(recipients)
    const compiled = renderer.compile(template)
    const turn = createTurns()
    for (const [place, recipient] of recipients.entries()) {
      await turn()
      const person = set.people[place] ?? null
      if (person === null) yield unknownContact(recipient)
      else {
        const text = compiled.render(toScope(person.sayings, set.known), set.known)
        yield toRow(recipient, addressFacts(recipient, place, person, set), person, { ...text, mentions: set.mentions })
      }
    }
  }
  return compose
}
export type ComposeRows = ReturnType<typeof createRows>
