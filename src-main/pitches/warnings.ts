// Warnings that a person has to accept before pitches are sent: those of the frozen preview, and what changed since.
import { DeskError, type FieldIssue } from '../../src-shared/desk/errors.ts'
import { truncatedWarnings } from '../composing/findings.ts'
import type { PitchSet } from './pitch-set.ts'
import { missingOf } from './rules/pitch.ts'

/** `suppressed`: if accepted, these contacts are left out. `queued-meanwhile`: if accepted, they are contacted anyway. */
type LateCode = 'suppressed' | 'queued-meanwhile'
export type PitchWarning = {
  readonly brandId: string
  readonly code: string
  readonly message: string
  /** The field of the input that it is about, if there is one. */
  readonly path?: string
}

const NAMED_MAX = 3
const ISSUES_MAX = 20

const LATE: Readonly<Record<LateCode, (count: number) => string>> = {
  suppressed: (count) =>
    `${count} ${count === 1 ? 'person was' : 'people were'} added to the suppression list meanwhile`,
  'queued-meanwhile': (count) =>
    `${count} ${count === 1 ? 'person was' : 'people were'} queued by this desk since the preview`,
}

const isLate = (code: string): code is LateCode => code in LATE

/** "suppressed: 2 people were added to the suppression list meanwhile (a@b.test …)" or "unfilled-placeholder (3)". */
const summaryOf = (code: string, warnings: readonly PitchWarning[]): string => {
  if (!isLate(code)) return `${code} (${warnings.length})`
  const named = warnings.slice(0, NAMED_MAX).map(({ message }) => message)
  const more = warnings.length > NAMED_MAX ? ` and ${warnings.length - NAMED_MAX} more` : ''
  return `${code}: ${LATE[code](warnings.length)} (${named.join('; ')}${more})`
}

/** Throws `conflict` if a code was not accepted: the message names each code once, the issues list all warnings. */
export const assertAccepted = (warnings: readonly PitchWarning[], accept: readonly string[]): void => {
  const open = warnings.filter(({ code }) => !accept.includes(code))
  const [first] = open
  if (first === undefined) return
  const byCode = Map.groupBy(open, ({ code }) => code)
  const summary = Array.from(byCode, ([code, of]) => summaryOf(code, of)).join(', ')
  const hint = isLate(first.code) ? '' : ` ${first.message}`
  // The counts come first, so that the limit never cuts them.
  const counts = [...byCode].flatMap(([code, { length: count }]): FieldIssue[] =>
    isLate(code) ? [{ path: 'accept', code, count, message: LATE[code](count) }] : [],
  )
  const each = open.map(({ code, message, path = 'accept' }): FieldIssue => ({ path, code, message }))
  throw new DeskError('conflict', `Not accepted yet: ${summary}.${hint} Nothing was sent.`, {
    brandId: first.brandId,
    issues: [...counts, ...each].slice(0, ISSUES_MAX),
  })
}

type Queued = {
  /** Contacts with a pitch of this person that the preview did not know. */
  readonly fresh: readonly string[]
  readonly brandName: string
  readonly accept: readonly string[]
}

/** Throws `conflict` if another intent of the brand contacts somebody and the preview did not warn of it. */
export const assertNotMeanwhile = (
  { brandId, contacts }: Pick<PitchSet, 'brandId' | 'contacts'>,
  { fresh, brandName, accept }: Queued,
): void => {
  const warnings = [...new Set(fresh)].map((id): PitchWarning => {
    return { brandId, code: 'queued-meanwhile', message: `${contacts.get(id)?.email ?? id}, by ${brandName}` }
  })
  assertAccepted(warnings, accept)
}

// Pitches without a preview may have texts that the service would cut silently, so this must be accepted first.
const FIELDS = ['subject', 'body'] as const

/** One warning for each subject or body that is too long. */
export const truncationWarnings = ({ brandId, items }: Pick<PitchSet, 'brandId' | 'items'>): PitchWarning[] =>
  items.flatMap((item, index) => {
    if (missingOf(item) !== null) return [] // the service skips it
    return FIELDS.flatMap((field) =>
      truncatedWarnings(field, item[field] ?? '').map((warning) => ({
        brandId,
        path: `items.${index}.${field}`,
        ...warning,
      })),
    )
  })
