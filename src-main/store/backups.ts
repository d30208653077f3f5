// Copies of core.db by their names alone; no database is opened here. Each is named by its instant.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const NAME = /^core-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})(\.\d{3})?Z\.db$/

export type Backup = { readonly path: string; readonly takenAt: string }

/** `takenAt` is an instant; colons are left out of the name, since some file systems refuse them. */
export const backupName = (takenAt: string): string => `core-${takenAt.replaceAll(':', '')}.db`

/** Every backup in the folder, by the date in its name, the latest first. */
export const listBackups = (folder: string): Backup[] => {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const parts = NAME.exec(name)
      if (parts === null) return []
      const [, day, hour, minute, second, fraction = ''] = parts
      return [{ path: join(folder, name), takenAt: `${day}T${hour}:${minute}:${second}${fraction}Z` }]
    })
    .sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1))
}

/** 0 where the file went meanwhile. */
export const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Where a damaged core.db is kept aside. */
export const damagedName = (coreFile: string, instant: string): string =>
  `${coreFile}.damaged-${instant.replaceAll(':', '')}`

export const damagedCopies = (coreFile: string): string[] =>
  readdirSync(dirname(coreFile))
    .filter((name) => name.startsWith(`${basename(coreFile)}.damaged-`))
    .map((name) => join(dirname(coreFile), name))
