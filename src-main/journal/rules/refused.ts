// Why PostgreSQL refused a write of the journal, as the code of an issue: errors cross threads as values.
import { DeskError } from '../../../src-shared/desk/errors.ts'

export const REFUSED = { neverReadyAgain: 'never-ready-again', notClaimedHere: 'not-claimed-here' } as const

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DeskError && error.detail?.issues?.some((issue) => issue.code === code) === true

/** In flight when its lease ended: only unknown, or an outcome, can follow. */
export const isNeverReadyAgain = (error: unknown): boolean => hasCode(error, REFUSED.neverReadyAgain)

/** The role of this person does not allow it: another desk does it. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof DeskError && error.kind === 'forbidden' && error.detail?.operation === undefined

/** PostgreSQL cannot be reached. (A network error of the service has an operation.) */
export const isOffline = (error: unknown): boolean =>
  error instanceof DeskError && error.kind === 'network' && error.detail?.operation === undefined
