// What the jobs of setting up, joining and leaving have in common. Such a job has the data folder for itself: the desk is closed
// meanwhile. A crash never leaves a team's rows on a desk that believes it is alone: that desk would send them.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamStep } from '../../../src-shared/desk/values/state-names.ts'
import { copyCore } from '../backup.ts'
import { openToAdd } from '../connection.ts'
import type { StoreFiles } from '../rpc.ts'
import type { StoreTables } from '../tables.ts'
import type { DeskSession } from '../team/session.ts'
import type { TeamAccess } from '../team/state.ts'
import type { TeamFile } from '../team/team-files.ts'

export type Progress = { readonly step: TeamStep; readonly done: number; readonly total: number }
export type JobContext = {
  readonly files: StoreFiles
  readonly tables: StoreTables
  readonly onProgress: (progress: Progress) => void
}

export type Login = { readonly url: string; readonly password: string }
/** The desk's clock minus that of this thread. */
export type Ahead = { readonly clockAheadMs?: number | undefined }
export type NewDesk = Login & Ahead & { readonly deskName?: string | undefined }

export const nowOf = ({ clockAheadMs = 0 }: Ahead): number => Date.now() + clockAheadMs

export const withCore = async <Result>(
  { files }: JobContext,
  work: (core: Database) => Promise<Result>,
): Promise<Result> => {
  const core = openToAdd(files.coreFile, 'core', 'writer')
  try {
    return await work(core)
  } finally {
    if (core.open) core.close()
  }
}

export const refuseIf = (obstacles: readonly string[], what: string): void => {
  if (obstacles.length > 0) throw new DeskError('conflict', `${what} ${obstacles.join(' ')}`)
}

export const backUp = (core: Database, { files, onProgress }: JobContext): void => {
  onProgress({ step: 'backup', done: 0, total: 0 })
  copyCore(core, { folder: files.backupsFolder, takenAtMs: Date.now(), reason: 'before-team' })
}

/** A new desk takes a number from the team. */
export const asNewDesk = ({ url, password, deskName = hostname() }: NewDesk): TeamAccess => ({
  url,
  password,
  deskId: randomUUID(),
  deskName: deskName.slice(0, 80),
  deskNo: 0,
  teamId: '',
})

export const fileOf = (
  { url, deskId, deskName }: TeamAccess,
  team: Pick<DeskSession, 'teamId' | 'login' | 'deskNo'>,
): TeamFile => ({
  teamId: team.teamId,
  url,
  login: team.login,
  deskId,
  deskNo: team.deskNo,
  deskName,
})
