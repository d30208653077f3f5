// The pitch that is being written, and its recipients. It outlives a change of view, and each scope has its own: what is
// written for one brand does not show under another. docs.ts saves it, and preview.ts asks how it reads
// for each person.
import { create } from 'zustand'
import type { Recipient, Template } from '../../../src-shared/desk/composing.ts'
import { QUEUE_ITEMS_MAX } from '../../../src-shared/desk/outreach.ts'
import type { Scope } from '../location.ts'

/** One recipient. `id` is this page's own, because an import may list the same contact twice. */
export type Addressee = Recipient & { readonly id: number; readonly name: string | null; readonly email: string | null }

/** What is being edited: a draft with its people, or a template. Without an id it was not saved yet. */
export type Doc = {
  /** This page's own: replies find the document that they are for, also after its scope was left. */
  readonly key: number
  readonly id: string | null
  readonly kind: Template['kind']
  readonly name: string
  /** The brand of a template; null: all brands share it. */
  readonly brandId: string | null
}

export type Compose = {
  readonly doc: Doc
  readonly subject: string
  readonly body: string
  readonly people: readonly Addressee[]
  /** Index of the person in the preview. */
  readonly at: number
  readonly step: 'write' | 'review' | 'queued'
  readonly intentIds: readonly string[]
}

let lastKey = 0
export const newDoc = (change: Partial<Doc> = {}): Doc => {
  lastKey += 1
  return { id: null, kind: 'draft', name: '', brandId: null, ...change, key: lastKey }
}
const empty = (): Compose => ({
  doc: newDoc(),
  subject: '',
  body: '',
  people: [],
  at: 0,
  step: 'write',
  intentIds: [],
})

/** What is composed in the scope in view. */
export const useCompose = create<Compose>()(empty)
export const setCompose = (change: Partial<Compose>): void => useCompose.setState(change)
export const clearCompose = (): void => useCompose.setState(empty())

const parked = new Map<Scope, Compose>()

/** Puts what is composed aside for the scope that is left, and shows what the other one has. */
export const changeComposeScope = (from: Scope, to: Scope): void => {
  parked.set(from, useCompose.getState())
  useCompose.setState(parked.get(to) ?? empty())
  parked.delete(to)
}

/** A document is open in one scope only. */
export const forgetParked = (id: string): void => {
  for (const [scope, { doc }] of parked) if (doc.id === id) parked.delete(scope)
}

/** A document, whether its scope is in view or not. */
export const composeOf = (key: number): Compose | undefined =>
  [useCompose.getState(), ...parked.values()].find(({ doc }) => doc.key === key)

/** Changes a document, whether its scope is in view or not. */
export const changeDoc = (key: number, change: (compose: Compose) => Partial<Compose>): void => {
  const now = useCompose.getState()
  if (now.doc.key === key) setCompose(change(now))
  for (const [scope, compose] of parked)
    if (compose.doc.key === key) parked.set(scope, { ...compose, ...change(compose) })
}

export type Newcomer = Recipient & { readonly name?: string | null; readonly email?: string | null }
const personKey = ({ brandId, contactId }: Recipient): string => `${brandId} ${contactId}`

let lastId = 0
const addressee = ({ name = null, email = null, ...recipient }: Newcomer): Addressee => {
  lastId += 1
  return { ...recipient, id: lastId, name, email }
}

export type Added = { readonly people: readonly Addressee[]; readonly already: number; readonly tooMany: number }

/**
 * Adds newcomers at the end. People who are already listed stay once and take over the newcomer's variables. Newcomers
 * above the limit of one queue are left out.
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

/** Removes people; the preview stays with the same person if possible. Returns the list before, for undo. */
export const removePeople = (isGone: (person: Addressee) => boolean): readonly Addressee[] => {
  const { people, at } = useCompose.getState()
  const next = people.filter((person) => !isGone(person))
  const before = people.slice(0, at).filter((person) => !isGone(person)).length
  setCompose({ people: next, at: Math.max(0, Math.min(before, next.length - 1)) })
  return people
}

/** As the desk's calls take them. */
export const recipientsOf = (people: readonly Addressee[]): Recipient[] =>
  people.map(({ brandId, contactId, variables }) => ({
    brandId,
    contactId,
    ...(variables === undefined ? {} : { variables }),
  }))

export const brandsOfPeople = (people: readonly Addressee[]): readonly string[] => [
  ...new Set(people.map((person) => person.brandId)),
]

/** The brand of all people; null: nobody yet, or several brands. */
export const onlyBrand = (people: readonly Addressee[]): string | null => {
  const [first, ...others] = brandsOfPeople(people)
  return first !== undefined && others.length === 0 ? first : null
}

/** Names of the variables that people bring themselves. */
export const ownVariables = (people: readonly Addressee[]): readonly string[] => [
  ...new Set(people.flatMap(({ variables = {} }) => Object.keys(variables))),
]

/** Opens a draft with its people, a new draft from a sent one, or a template with the people who are listed now. */
export const showDoc = ({ id, kind, name, brandId, subject, body, recipients, sent }: Template): void => {
  // A sent draft stays as it is: editing starts a new one.
  const doc = newDoc(sent === null ? { id, kind, name, brandId } : { name })
  const people = kind === 'draft' ? recipients.map((recipient) => addressee(recipient)) : useCompose.getState().people
  useCompose.setState({ ...empty(), doc, subject, body, people })
}
