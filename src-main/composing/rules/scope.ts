// The variables of a recipient. Empty and blank values are null here, so that `default` and `if` treat them alike.
import type { KnownContact } from '../../prospects/public.ts'
import type { KnownNames } from './names.ts'

type Scalar = string | number | boolean | null
type Fields = Readonly<Record<string, Scalar>>
export type Scope = Readonly<Record<string, Scalar | Fields>>

export const RESERVED_NAMES: readonly string[] = ['contact', 'prospect', 'brand']
const CONTACT_NAMES = ['id', 'name', 'firstName', 'lastName', 'role', 'email']
const PROSPECT_NAMES = ['domain', 'title', 'url']

const isScalar = (value: unknown): value is NonNullable<Scalar> =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

const filled = (value: unknown): Scalar =>
  !isScalar(value) || (typeof value === 'string' && value.trim() === '') ? null : value

const HONORIFIC = /^(?:mr|mrs|ms|miss|mx|dr|prof)\.?$/i

/** "Dr. Jane van Dyk" and "van Dyk, Jane" are Jane and van Dyk. An address is not a name. */
const splitName = (name: string | null): { firstName: Scalar; lastName: Scalar } => {
  if (name === null || name.includes('@')) return { firstName: null, lastName: null }
  const [family = '', given, ...more] = name.split(',').map((part) => part.trim())
  const isReversed = given !== undefined && given !== '' && more.length === 0
  const words = (isReversed ? `${given} ${family}` : name).split(/\s+/).filter((word) => word !== '')
  const [first, ...rest] = words.length > 1 && HONORIFIC.test(words[0] ?? '') ? words.slice(1) : words
  return { firstName: first ?? null, lastName: rest.join(' ') || null }
}

/** Later layers override earlier ones, but a blank value never overrides a filled one. */
const fieldsOf = (names: readonly string[], ...layers: readonly Readonly<Record<string, unknown>>[]): Fields => {
  const fields: Record<string, Scalar> = Object.create(null) // without Object.prototype
  for (const name of names) fields[name] = null
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value === null || isScalar(value)) fields[name] = filled(value) ?? fields[name] ?? null
  }
  return fields
}

export type TemplateVariables = {
  readonly contact: Fields
  readonly prospect: Fields
  readonly brand: Fields
  readonly own: Fields
}

export const templateVariablesOf = (
  contact: KnownContact,
  { brandName, variables }: { brandName: string; variables: Readonly<Record<string, string>> },
): TemplateVariables => {
  const { id, name, role, email, prospect } = contact
  return {
    contact: fieldsOf(CONTACT_NAMES, splitName(name), contact.more, { id, name, role, email }),
    prospect: fieldsOf(PROSPECT_NAMES, prospect?.more ?? {}, {
      domain: prospect?.domain ?? contact.domain,
      title: prospect?.title ?? null,
      url: prospect?.url ?? null,
    }),
    brand: fieldsOf(['name'], { name: brandName }),
    own: fieldsOf([], variables),
  }
}

/** Names that at least one of the recipients has, filled or empty. */
export const createKnownNames = () => {
  const known = {
    contact: new Set(CONTACT_NAMES),
    prospect: new Set(PROSPECT_NAMES),
    brand: new Set(['name']),
    own: new Set<string>(),
  }
  return {
    names: known satisfies KnownNames as KnownNames,
    add: (templateVariables: TemplateVariables): void => {
      for (const object of ['contact', 'prospect', 'own'] as const)
        for (const name of Object.keys(templateVariables[object])) known[object].add(name)
    },
  }
}

const withNames = (fields: Fields, names: ReadonlySet<string>): Fields => {
  const all: Record<string, Scalar> = Object.create(null) // as above
  for (const name of names) all[name] = fields[name] ?? null
  return all
}

/** Every known name has a value or null; the desk's objects override a variable of the same name. */
export const toScope = (variables: TemplateVariables, known: KnownNames): Scope =>
  Object.assign(Object.create(null), withNames(variables.own, known.own), {
    contact: withNames(variables.contact, known.contact),
    prospect: withNames(variables.prospect, known.prospect),
    brand: variables.brand,
  })
