import { DeskError } from '../../src-shared/desk/errors.ts'

/** The intent was removed with its brand. (A not-found of the service has an operation.) */
export const isGone = (error: unknown): boolean =>
  error instanceof DeskError && error.kind === 'not-found' && error.detail?.operation === undefined
