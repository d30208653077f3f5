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

/** The same while the files are opened, when a statement that fails means a file with other tables than ours. */
export const asOpeningError = (error: unknown, folder: string): unknown => {
  if (errorCode(error) !== 'SQLITE_ERROR' || !(error instanceof Error)) return asStorageError(error, folder)
  return new DeskError(
    'storage',
    `core.db in ${folder} has other tables than Agency Desk gives it (${error.message}). Another program made or changed it. Move it out of the folder and start again: the newest backup takes its place.`,
  )
}
