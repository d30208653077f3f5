// team.json in the data folder: that this desk is in a team, and how it reaches it. It holds no password. While it is there,
// core.db is a copy of the team's data; a desk without it believes that all intents in core.db are its own to send.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const TeamFileSchema = z.object({
  teamId: z.string().min(1),
  /** Without a password. */
  url: z.string().min(1),
  login: z.string(),
  deskId: z.string().min(1),
  deskNo: z.number().int().min(1),
  deskName: z.string(),
})
export type TeamFile = z.infer<typeof TeamFileSchema>

const pathIn = (home: string): string => join(home, 'team.json')

/** Null: a desk alone. Throws `storage` where the file cannot be understood: to take the desk for one alone could send twice. */
export const readTeamFile = (home: string): TeamFile | null => {
  const path = pathIn(home)
  if (!existsSync(path)) return null
  try {
    return TeamFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new DeskError(
      'storage',
      `The file ${path} says how this desk reaches its team, and cannot be read. Put a copy of it back. Without one, move core.db and team.json elsewhere and join the team again.`,
    )
  }
}

/** On disk under another name; `commit` makes it the file. Until then nothing has changed. */
export const prepareTeamFile = (home: string, file: TeamFile): { commit: () => void; drop: () => void } => {
  const path = pathIn(home)
  const ready = `${path}.writing`
  rmSync(ready, { force: true })
  const descriptor = openSync(ready, 'w', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify(file, null, 2)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return { commit: () => renameSync(ready, path), drop: () => rmSync(ready, { force: true }) }
}

export const removeTeamFile = (home: string): void => rmSync(pathIn(home), { force: true })
