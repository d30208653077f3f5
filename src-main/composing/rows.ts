// Renders recipients and a template to preview rows. Facts about the whole set are read first; then rows are made one by
// one, with pauses for other work.
import type { PreviewRow, Recipient, TemplateText } from '../../src-shared/desk/composing.ts'
import type { Clock } from '../base/clock.ts'
import { createYieldToLoop } from '../base/yield-to-loop.ts'
import { linksAlready } from '../credits/public.ts'
import {
  type AddressFacts,
  addressBlockers,
  addressKey,
  addressWarnings,
  characters,
  textBlockers,
  textWarnings,
} from './findings.ts'
import type { Rendered, Renderer } from './rules/render.ts'
import { toScope } from './rules/scope.ts'
import { createSetFacts, emailOf, keyOf, type Person, type SetDeps, type SetFacts } from './set-facts.ts'

export type RowsDeps = SetDeps & { readonly clock: Clock; readonly renderer: Renderer }

export type Composition = {
  readonly template: TemplateText
  readonly recipients: readonly Recipient[]
  /** Called with the number of people read; if it throws, composing ends. */
  readonly onRead?: (done: number) => void
}

/** One recipient whose contact is known. */
type Addressed = {
  readonly recipient: Recipient
  readonly index: number
  readonly person: Person
  readonly set: SetFacts
}

export const createRows = (deps: RowsDeps) => {
  const { book, clock, renderer } = deps
  const readSet = createSetFacts(deps)

  const unknownMessage = ({ brandId, contactId }: Recipient, ownerId: string | undefined): string => {
    const name = book.find(brandId)?.name ?? brandId
    if (ownerId === undefined) return `${name} has no contact "${contactId}". Sync its contacts, or remove this one.`
    return `This contact belongs to ${book.find(ownerId)?.name ?? 'another brand'}, not to ${name}. Remove it.`
  }

  const unknownContact = ({ brandId, contactId }: Recipient, ownerId: string | undefined): PreviewRow => ({
    brandId,
    contactId,
    name: null,
    email: null,
    domain: null,
    subject: '',
    body: '',
    subjectCharacters: 0,
    bodyCharacters: 0,
    blockers: [{ code: 'unknown-contact', message: unknownMessage({ brandId, contactId }, ownerId) }],
    warnings: [],
  })

  const addressFacts = ({ recipient, index, person: { contact }, set }: Addressed): AddressFacts => {
    const { brandId } = recipient
    const email = emailOf(contact)
    const brandIds = email === null ? undefined : set.brandsOfAddress.get(addressKey(email))
    return {
      brandId,
      email,
      domain: contact.domain,
      suppression: set.suppressions[index] ?? undefined,
      isRepeated: set.repeated.has(index),
      alsoBy: [...(brandIds ?? [])].filter((id) => id !== brandId),
      contactHistory: set.contactHistory.get(keyOf(recipient)) ?? [],
      waiting: set.waiting.get(keyOf(recipient)),
      siteLinks: linksAlready(contact.prospect?.more ?? {}),
      brandName: (id) => book.find(id)?.name ?? 'Another brand',
      nowMs: clock.now(),
    }
  }

  const toRow = (at: Addressed, { subject, body, blockers }: Rendered): PreviewRow => {
    const { contact } = at.person
    const { brandId, contactId } = at.recipient
    const facts = addressFacts(at)
    const about = [contact.domain, contact.prospect?.domain, contact.prospect?.url, contact.email, contact.name]
    const text = {
      brandId,
      subject,
      body,
      brandName: facts.brandName(brandId),
      mentions: at.set.mentions,
      about: about.filter((name) => name != null),
    }
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
      blockers: [...blockers, ...(blockers.length > 0 ? [] : textBlockers(text)), ...addressBlockers(facts)],
      warnings: [...textWarnings(text), ...addressWarnings(facts)],
    }
  }

  /** Rows in the order of the recipients. Rejects with not-found for an unknown brand, before anything is rendered. */
  async function* compose({ template, recipients, onRead }: Composition): AsyncGenerator<PreviewRow, void, undefined> {
    const set = await readSet(recipients, onRead)
    const compiled = renderer.compile(template)
    const yieldToLoop = createYieldToLoop()
    for (const [index, recipient] of recipients.entries()) {
      await yieldToLoop()
      const person = set.people[index] ?? null
      if (person === null) yield unknownContact(recipient, set.owners.get(keyOf(recipient)))
      else {
        const rendered = compiled.render(toScope(person.templateVariables, set.known), set.known)
        yield toRow({ recipient, index, person, set }, rendered)
      }
    }
  }
  return compose
}
export type ComposeRows = ReturnType<typeof createRows>
