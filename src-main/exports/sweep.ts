import { lstat, readdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** The folder of reports, below the exports. */
const REPORTS = 'reports'
/** An export begins as an empty file, which reserves its name. */
const RESERVED = new Set(['.csv', '.tsv', '.json'])

/**
 * Deletes what a killed desk left of files that it was writing. Before anything is exported: then no file is being written.
 * Links are not followed, and other files of a person stay.
 */
export const sweepExports = async (folder: string): Promise<void> => {
  const entriesIn = (path: string, recursive: boolean) =>
    readdir(path, { withFileTypes: true, recursive }).catch(() => [])
  const own = await entriesIn(folder, false)
  const hasReports = own.some((entry) => entry.name === REPORTS && entry.isDirectory())
  const all = [...own, ...(hasReports ? await entriesIn(join(folder, REPORTS), true) : [])]
  for (const entry of all.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const isUnfinished = async () => RESERVED.has(extname(entry.name)) && (await lstat(path)).size === 0
    if (entry.name.endsWith('.part') || (await isUnfinished())) await rm(path, { force: true })
  }
}
