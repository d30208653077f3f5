import { lstatSync, mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** Makes a folder that only this account may enter. Throws `storage` where the path is a link, of another account or open. */
export const requirePrivate = (folder: string): void => {
  // What is at a path that another account can reach may be anything: only the check below counts.
  const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined
  if (!isThere) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const info = lstatSync(folder)
  const { uid } = userInfo()
  if (info.isDirectory() && (uid === -1 || (info.uid === uid && (info.mode & 0o077) === 0))) return
  throw new DeskError(
    'storage',
    `${folder} is not a folder of this account alone. Delete it, then start again. Where another account holds it, choose another data folder (AGENCY_DESK_HOME).`,
  )
}
