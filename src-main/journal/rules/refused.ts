// Why a write of the journal was refused; PostgreSQL's reasons are codes of an issue, because errors cross threads as values.
import { DeskError } from '../../../src-shared/desk/errors.ts'

export const REFUSED = { neverReadyAgain: 'never-ready-again', notClaimedHere: 'not-claimed-here' } as const

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DeskError && error.detail?.issues?.some((issue) => issue.code === code) === true

/** In flight when its lease ended: only unknown, or an outcome, can follow. */
export const isNeverReadyAgain = (error: unknown): boolean => hasCode(error, REFUSED.neverReadyAgain)

/** An error of this desk or its team: one of the service has an operation. */
const isOwn = (error: unknown, kind: DeskError['kind']): boolean =>
  error instanceof DeskError && error.kind === kind && error.detail?.operation === undefined

/** The intent was removed with its brand. */
export const isGone = (error: unknown): boolean => isOwn(error, 'not-found')

/** The role of this person does not allow it: another desk does it. */
export const isForbidden = (error: unknown): boolean => isOwn(error, 'forbidden')

/** PostgreSQL cannot be reached. */
export const isOffline = (error: unknown): boolean => isOwn(error, 'network')
