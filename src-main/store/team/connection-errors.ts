// Everything that goes wrong between a desk and its team's database, as one plain sentence that says what to do. Only an error
// that nobody foresaw is repeated in its own words, without secrets.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { scrub } from '../../base/scrub.ts'
import { ConnectionLostError } from './client.ts'

/** A refusal: trying again would end the same way, until a person does something. */
export type Failure = { readonly error: DeskError; readonly isRefusal: boolean; readonly isRemoved: boolean }

type Facts = {
  readonly code: string
  readonly constraint: string
  readonly message: string
  /** Empty: not the server's answer. */
  readonly severity: string
}

const factsOf = (error: unknown): Facts => {
  const { code, constraint, message, severity } = (error ?? {}) as Record<string, unknown> // errors of Node and PostgreSQL carry these
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return { code: text(code), constraint: text(constraint), message: text(message), severity: text(severity) }
}

/** The team itself, or the server after the right password, says that this person is no longer of the team. */
const isRemoval = ({ code, constraint, message }: Facts): boolean =>
  constraint === 'not_of_the_team' || (code === '28000' && message.includes('is not permitted to log in'))

const NO_TLS = /does not support SSL|SSL is not enabled|no encryption/i
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH)/

type Rule = readonly [
  applies: (facts: Facts) => boolean,
  kind: 'network' | 'forbidden' | 'invalid' | 'storage',
  sentence: string,
]

const code =
  (pattern: RegExp) =>
  (facts: Facts): boolean =>
    pattern.test(facts.code)

const REFUSALS: readonly Rule[] = [
  [isRemoval, 'forbidden', 'You are not in this team any more. Ask an admin of the team.'],
  [
    code(/^28/),
    'forbidden',
    "The team's database refused the login or its password. Enter the password again, or ask an admin.",
  ],
  [
    ({ message }) => message.startsWith('SASL'),
    'forbidden',
    "The team's database refused the login or its password. Enter the password again, or ask an admin.",
  ],
  [code(/^3D000$/), 'invalid', 'There is no database of that name on the server. Check the address.'],
  [
    ({ message }) => NO_TLS.test(message),
    'invalid',
    "The server of the team's database offers no TLS, so the password was not sent. Switch TLS on there.",
  ],
  [
    code(CERTIFICATE),
    'invalid',
    "The server of the team's database did not prove who it is: its certificate is not trusted. Name the file of its authority with sslrootcert in the address.",
  ],
  [
    ({ constraint }) => constraint === 'desk_of_another',
    'forbidden',
    'This data folder joined the team as another person. Leave the team and join it again.',
  ],
  [
    code(/^42P01$|^42P10$|^42703$|^42704$|^42883$|^3F000$/),
    'storage',
    "A part of the team's database is missing: somebody changed it outside of Agency Desk. Ask an admin to restore a backup of it.",
  ],
  [
    code(/^42501$/),
    'forbidden',
    "The team's database allows you no access. Ask an admin whether you are in this team.",
  ],
  [
    code(/^0A000$|^42/),
    'storage',
    "The team's database does not answer as one of Agency Desk. Ask an admin whether the address is right.",
  ],
]

const TROUBLES: readonly Rule[] = [
  [
    code(/^ENOTFOUND$|^EAI_/),
    'network',
    "The server of the team's database was not found by its name. Check the network, and the address.",
  ],
  [
    code(/^ECONNREFUSED$/),
    'network',
    "Nothing answers at the address of the team's database. It may be stopped, or the port is wrong.",
  ],
  [
    code(/^ENOENT$|^EACCES$/),
    'network',
    "There is no socket of PostgreSQL in the folder that the team's address names.",
  ],
  [
    code(/^53300$/),
    'network',
    "The team's database has no free connection. The desk tries again; ask an admin to allow more.",
  ],
  [
    code(/^53100$/),
    'storage',
    "The disk of the team's database is full. Nothing was stored. Ask an admin to free some space.",
  ],
  [
    code(/^53/),
    'storage',
    "The server of the team's database has too little memory or space. Nothing was stored. Try again later.",
  ],
  [code(/^57P0[123]$/), 'network', "The team's database is being restarted. The desk tries again."],
  [
    code(/^25006$/),
    'network',
    "The team's database takes no changes now: it is a copy, or being moved. The desk tries again.",
  ],
  [code(/^57014$|^55P03$/), 'network', "The team's database took too long to answer. Nothing was stored. Try again."],
]

const LOST = /^Connection terminated|not queryable|timeout|socket/i
const isOfNetwork = ({ code: found, message }: Facts): boolean =>
  message === '' || LOST.test(message) || /^(E[A-Z0-9]+$|ERR_)/.test(found)

/** An error that no rule names. */
const unknown = (facts: Facts, isLost: boolean): readonly [null, 'network' | 'storage', string] => {
  const { code: found, message, severity } = facts
  const named = found === '' ? '' : ` (${found})`
  if (severity !== '' && !isLost)
    return [
      null,
      'storage',
      `The team's database refused this. It says: ${scrub(message)}${named}. Nothing was stored.`,
    ]
  if (isLost || isOfNetwork(facts))
    return [null, 'network', `The team's database cannot be reached${named}. The desk tries again.`]
  return [null, 'storage', `The copy of the team's data failed: ${scrub(message)}${named}.`]
}

/** What to tell the person, and whether trying again can help. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof DeskError) return { error, isRefusal: error.kind !== 'network', isRemoved: false }
  const isLost = error instanceof ConnectionLostError
  const facts = factsOf(isLost ? error.cause : error)
  const find = (rules: readonly Rule[]) => rules.find(([applies]) => applies(facts))
  const refusal = find(REFUSALS)
  const [, kind, sentence] = refusal ?? find(TROUBLES) ?? unknown(facts, isLost)
  return { error: new DeskError(kind, sentence), isRefusal: refusal !== undefined, isRemoved: isRemoval(facts) }
}

/** The log has the cause. */
export const withCause = (error: DeskError, cause: unknown): DeskError => Object.assign(error, { cause })

export const notStored = (cause?: unknown): DeskError =>
  withCause(
    new DeskError('network', "The connection to the team's database was lost. Nothing was stored. Try again."),
    cause,
  )
