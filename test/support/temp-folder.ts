// Where tests keep their data folders: in memory, where the machine has room for it. On a disk each test waits for what it
// makes safe, and all of them for each other. Long tests of files that are cut off (test/faults) stay on disk.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/** A folder in memory until this process ends. Containers often have 64 MB for it, or let no program in it run. */
const inMemory = (): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < NEEDED_BYTES) return undefined
    const folder = mkdtempSync(join(MEMORY, 'desk-'))
    // PostgreSQL does not run as root: the account that it runs as has a folder in here.
    chmodSync(folder, 0o711)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o700 })
    accessSync(program, constants.X_OK)
    return folder
  } catch {
    return undefined
  }
}

export const folderOnDisk = tmpdir()
/** A folder that the caller names is not replaced. */
export const tempFolder = (process.env.TMPDIR === undefined ? inMemory() : undefined) ?? folderOnDisk
