import { DeskError } from '../../src-shared/desk/errors.ts'

/** The intent is not on the desk any more: its brand was removed. What the service does not know names an operation. */
export const isGone = (error: unknown): boolean =>
  error instanceof DeskError && error.kind === 'not-found' && error.detail?.operation === undefined
