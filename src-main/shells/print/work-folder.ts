// Folders for printing lie in the data folder, which no other account may enter. One desk runs on a data folder: what this one
// did not make was left by a killed one and is deleted, since it may hold a client's report.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requirePrivate } from '../private-folder.ts'

export type WorkFolder = { readonly path: string; readonly remove: () => Promise<void> }
export type WorkFolders = {
  /** Deletes what a killed desk left. */
  readonly sweep: () => Promise<void>
  readonly make: () => Promise<WorkFolder>
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 })

export const createWorkFolders = (home: string): WorkFolders => {
  const folder = join(home, 'print')
  const own = new Set<string>()
  const sweep = async (): Promise<void> => {
    requirePrivate(folder)
    const left = (await readdir(folder)).filter((name) => !own.has(name))
    // A browser that is still ending may write again: the next sweep deletes that.
    for (const name of left) await removeFolder(join(folder, name)).catch(() => undefined)
  }
  return {
    sweep,
    make: async () => {
      await sweep()
      const name = randomUUID()
      const path = join(folder, name)
      own.add(name)
      await mkdir(path, { mode: 0o700 })
      return { path, remove: () => removeFolder(path).finally(() => own.delete(name)) }
    },
  }
}

/** In the shared temporary folder, for a program that may not enter the data folder. Its name is of nobody's choice. */
export const makeTemporaryFolder = async (): Promise<WorkFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'agency-desk-print-'))
  return { path, remove: () => removeFolder(path) }
}
