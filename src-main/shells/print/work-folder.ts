// A temporary folder for printing. Its name has the process that made it, so that what a killed desk left is deleted by the
// next one: it may hold a client's report.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'agency-desk-print-'

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // errors of node carry a code
  }
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 })

const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (pid > 0 && !isRunning(pid)) await removeFolder(join(tmpdir(), name)).catch(() => undefined) // of another user
  }
}

export type WorkFolder = { readonly path: string; readonly remove: () => Promise<void> }

export const makeWorkFolder = async (): Promise<WorkFolder> => {
  await removeLeftovers().catch(() => undefined)
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  return { path, remove: () => removeFolder(path) }
}
