import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type TempHome = {
  readonly home: string
  readonly coreFile: string
  readonly cacheFile: string
  readonly backupsFolder: string
  readonly exportsFolder: string
}

export const homePaths = (home: string): TempHome => ({
  home,
  coreFile: join(home, 'core.db'),
  cacheFile: join(home, 'cache.db'),
  backupsFolder: join(home, 'backups'),
  exportsFolder: join(home, 'exports'),
})

/** A data folder of its own for one test, removed when the test ends. */
export const tempHome = (): TempHome => {
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return homePaths(home)
}
