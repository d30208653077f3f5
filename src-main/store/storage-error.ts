import { DeskError } from '../../src-shared/desk/errors.ts'
import { errorCode } from './rpc.ts'

/** The disk or its rights, not a file's content: dropping the file would not help. */
export const isDiskTrouble = (error: unknown): boolean =>
  /^(SQLITE_(FULL|READONLY|CANTOPEN|IOERR|PERM|AUTH|BUSY|LOCKED|NOMEM)|E[A-Z0-9]+$)/.test(errorCode(error) ?? '')

/** A disk problem as an error that says how to fix it; any other error unchanged. */
export const asStorageError = (error: unknown, folder: string): unknown => {
  if (!isDiskTrouble(error)) return error
  return new DeskError(
    'storage',
    `The desk cannot write to its data folder ${folder} (${errorCode(error)}). Give this account the right to write there, free some space, or choose another data folder.`,
  )
}
