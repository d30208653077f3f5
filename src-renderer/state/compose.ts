// What is being written, to whom. It outlives a look at another view, and is kept by the desk as it is typed
// (compose-docs.ts); what it comes to for each person is asked by compose-preview.ts.
import { create } from 'zustand'
import type { Recipient, Template } from '../../src-shared/desk/composing.ts'
import { QUEUE_ITEMS_MAX } from '../../src-shared/desk/outreach.ts'

/** One person it goes to; `id` is this page's own, for the same contact may stand twice (an import, say). */
export type Addressee = Recipient & { readonly id: number; readonly name: string | null; readonly email: string | null }

/** What is being edited: a draft with its people, or a template by itself. Without an id it was not kept yet. */
export type Doc = {
  readonly id: string | null
  readonly kind: Template['kind']
  readonly name: string
  /** Of a template; null: shared by all brands. */
  readonly brandId: string | null
}

export type Compose = {
  readonly doc: Doc
  readonly subject: string
  readonly body: string
  readonly people: readonly Addressee[]
  /** Place of the one in the preview. */
  readonly at: number
  readonly step: 'write' | 'review' | 'queued'
  readonly intentIds: readonly string[]
}

export const NEW_DOC: Doc = { id: null, kind: 'draft', name: '', brandId: null }
const EMPTY: Compose = { doc: NEW_DOC, subject: '', body: '', people: [], at: 0, step: 'write', intentIds: [] }

export const useCompose = create<Compose>()(() => EMPTY)
export const setCompose = (change: Partial<Compose>): void => useCompose.setState(change)
export const clearCompose = (): void => useCompose.setState(EMPTY)

export type Newcomer = Recipient & { readonly name?: string | null; readonly email?: string | null }
const personKey = ({ brandId, contactId }: Recipient): string => `${brandId} ${contactId}`

let lastId = 0
const addressee = ({ name = null, email = null, ...recipient }: Newcomer): Addressee => {
  lastId += 1
  return { ...recipient, id: lastId, name, email }
}

export type Added = { readonly people: readonly Addressee[]; readonly already: number; readonly tooMany: number }

/**
 * Newcomers after those who are there. Somebody who is there already is kept once, with the newcomer's own variables
 * where it brings some; past the most that can be queued at once none is taken.
 */
export const withPeople = (people: readonly Addressee[], newcomers: readonly Newcomer[]): Added => {
  const places = new Map(people.map((person, index) => [personKey(person), index]))
  const next = [...people]
  let already = 0
  let tooMany = 0
  for (const newcomer of newcomers) {
    const place = places.get(personKey(newcomer))
    const known = place === undefined ? undefined : next[place]
    if (place !== undefined && known !== undefined) {
      already += 1
      const { variables } = newcomer
      if (variables !== undefined) next[place] = { ...known, variables: { ...known.variables, ...variables } }
    } else if (next.length >= QUEUE_ITEMS_MAX) tooMany += 1
    else {
      places.set(personKey(newcomer), next.length)
      next.push(addressee(newcomer))
    }
  }
  return { people: next, already, tooMany }
}

export const addPeople = (newcomers: readonly Newcomer[]): Added => {
  const { people, at, step } = useCompose.getState()
  const added = withPeople(people, newcomers)
  setCompose({ people: added.people, at: step === 'write' ? at : 0, step: 'write' })
  return added
}

/** Takes some out; the preview stays with the same person where it can. Gives what was there, for an undo. */
export const removePeople = (isGone: (person: Addressee) => boolean): readonly Addressee[] => {
  const { people, at } = useCompose.getState()
  const next = people.filter((person) => !isGone(person))
  const before = people.slice(0, at).filter((person) => !isGone(person)).length
  setCompose({ people: next, at: Math.max(0, Math.min(before, next.length - 1)) })
  return people
}

/** As the desk takes them. */
export const recipientsOf = (people: readonly Addressee[]): Recipient[] =>
  people.map(({ brandId, contactId, variables }) => ({
    brandId,
    contactId,
    ...(variables === undefined ? {} : { variables }),
  }))

export const brandsOfPeople = (people: readonly Addressee[]): readonly string[] => [
  ...new Set(people.map((person) => person.brandId)),
]

/** The one brand that all of them are of; null: none yet, or many. */
export const onlyBrand = (people: readonly Addressee[]): string | null => {
  const [first, ...others] = brandsOfPeople(people)
  return first !== undefined && others.length === 0 ? first : null
}

/** Names of the people's own variables. */
export const ownVariables = (people: readonly Addressee[]): readonly string[] => [
  ...new Set(people.flatMap(({ variables = {} }) => Object.keys(variables))),
]

/** Opens a draft with its people, a new one from what was sent, or a template to be edited, with those who are there. */
export const showDoc = ({ id, kind, name, brandId, subject, body, recipients, sent }: Template): void => {
  // What went out stays as it is: who writes on writes something new.
  const doc = sent === null ? { id, kind, name, brandId } : { ...NEW_DOC, name }
  const people = kind === 'draft' ? recipients.map((recipient) => addressee(recipient)) : useCompose.getState().people
  useCompose.setState({ ...EMPTY, doc, subject, body, people })
}
