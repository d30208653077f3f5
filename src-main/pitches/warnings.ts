// What a person has to accept before pitches go out: the warnings of a frozen preview and what became of its people since,
// or what a preview would have warned of.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { PitchSet } from './pitch-set.ts'

/** `suppressed`: accepted, they are left out. `queued-meanwhile`: accepted, they are written to all the same. */
export type LateWarningCode = 'suppressed' | 'queued-meanwhile'
export type PitchWarning = {
  readonly brandId: string
  readonly code: string
  readonly message: string
  /** The field it is about, where the person gave one. */
  readonly path?: string
}

const NAMED_MAX = 3
const ISSUES_MAX = 20

const MEANWHILE: Readonly<Record<LateWarningCode, (count: number) => string>> = {
  suppressed: (count) =>
    `${count} ${count === 1 ? 'person was' : 'people were'} added to the suppression list meanwhile`,
  'queued-meanwhile': (count) =>
    `${count} ${count === 1 ? 'person was' : 'people were'} queued by this desk since the preview`,
}

const isMeanwhile = (code: string): code is LateWarningCode => code in MEANWHILE

/** "2 people were added to the suppression list meanwhile: a@b.test, …" or "left-over (3)". */
const counted = (code: string, doubts: readonly PitchWarning[]): string => {
  if (!isMeanwhile(code)) return `${code} (${doubts.length})`
  const named = doubts.slice(0, NAMED_MAX).map(({ message }) => message)
  const more = doubts.length > NAMED_MAX ? ` and ${doubts.length - NAMED_MAX} more` : ''
  return `${code}: ${MEANWHILE[code](doubts.length)} (${named.join('; ')}${more})`
}

/** Throws `conflict` for those whose code was not accepted: each code once in the message, all of them in the issues. */
export const assertAccepted = (doubts: readonly PitchWarning[], accept: readonly string[]): void => {
  const open = doubts.filter(({ code }) => !accept.includes(code))
  const [first] = open
  if (first === undefined) return
  const byCode = Map.groupBy(open, ({ code }) => code)
  const told = Array.from(byCode, ([code, of]) => counted(code, of)).join(', ')
  const hint = isMeanwhile(first.code) ? '' : ` ${first.message}`
  // What every code is about stands in front, however many there are of one.
  const heads = Array.from(byCode, ([code, of]) =>
    isMeanwhile(code) ? [{ code, message: MEANWHILE[code](of.length) }] : [],
  )
  const issues: Omit<PitchWarning, 'brandId'>[] = [...heads.flat(), ...open].slice(0, ISSUES_MAX)
  throw new DeskError('conflict', `Not accepted yet: ${told}.${hint} Nothing was sent.`, {
    brandId: first.brandId,
    issues: issues.map(({ code, message, path = 'accept' }) => ({ path, message: `${code}: ${message}` })),
  })
}

type Meanwhile = {
  /** Contacts that wait on this desk, or were queued by it since the preview was frozen. */
  readonly here: readonly string[]
  readonly brandName: string
  readonly accept: readonly string[]
}

/** Throws `conflict` where a contact of whom the preview did not say so is written to by another intent of the brand. */
export const assertNotMeanwhile = (
  { brandId, contacts, knownWaiting }: Pick<PitchSet, 'brandId' | 'contacts'> & { knownWaiting: ReadonlySet<string> },
  { here, brandName, accept }: Meanwhile,
): void => {
  const fresh = [...new Set(here)].filter((id) => !knownWaiting.has(id))
  const doubts = fresh.map((id): PitchWarning => {
    const message = `${contacts.get(id)?.email ?? id}, by ${brandName}`
    return { brandId, code: 'queued-meanwhile', message }
  })
  assertAccepted(doubts, accept)
}
