import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../base/clock.ts'
import type { Updates } from './updates.ts'

const FIRST_CHECK_MS = 60_000
const CHECK_EVERY_MS = DAY_MS

export type UpdateSource = {
  readonly isPackaged: boolean
  /** Of the package: where electron-builder puts the address of the updates. */
  readonly resourcesPath: string
  /** What scripts/package.mjs wrote into the package's package.json: the package is signed and has an address. */
  readonly hasUpdates: boolean
}

/** False from the sources, and for a package that was not signed or has no address of updates. */
export const canUpdate = ({ isPackaged, resourcesPath, hasUpdates }: UpdateSource): boolean =>
  isPackaged && hasUpdates && existsSync(join(resourcesPath, 'app-update.yml'))

/** Checks shortly after the start, then once a day; the timers keep no process alive. */
export const scheduleChecks = (updates: Updates): void => {
  const check = () => void updates.check()
  setTimeout(check, FIRST_CHECK_MS).unref()
  setInterval(check, CHECK_EVERY_MS).unref()
}
