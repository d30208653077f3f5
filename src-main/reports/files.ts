// Where packs are written: a folder for each period below the exports folder. Each file is noted with the brands in it, so
// that a removed brand can be deleted from it.
import { lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { safeFileName } from '../base/file-name.ts'
import { noteExport } from '../brands/public.ts'
import type { Store } from '../store/store.ts'

export const REPORTS_FOLDER = 'reports'

type FileDeps = { readonly exportsFolder: string; readonly store: Pick<Store, 'write'> }
type Noted = { readonly id: string; readonly name: string }

const NAMES_MAX = 1000

/** What cannot be looked at is taken as well. */
const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )

export const createReportFiles = ({ exportsFolder, store }: FileDeps) => {
  /** The brands are noted first: a file that a crash leaves is known to hold them. */
  const writeWith = async (
    folder: string,
    name: string,
    brands: readonly Noted[],
    make: (path: string) => Promise<void>,
  ): Promise<{ fileName: string; bytes: number }> => {
    const fileName = `${REPORTS_FOLDER}/${folder}/${name}`
    const path = join(exportsFolder, REPORTS_FOLDER, folder, name)
    const part = `${path}.part`
    await noteExport(store, { fileName, brands: brands.map(({ id, name: named }) => ({ id, name: named })) })
    try {
      await make(part)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return { fileName, bytes: (await stat(path)).size }
  }
  const underWay = new Set<string>()
  /** The first name that no file has, nor gets from another pack meanwhile: brands can have the same name. */
  const takeName = async (folder: string, text: string, endings: readonly string[]): Promise<string> => {
    const base = safeFileName(text, 'report')
    for (let number = 1; number <= NAMES_MAX; number += 1) {
      const name = `${base}${number === 1 ? '' : `-${number}`}`
      const path = join(exportsFolder, REPORTS_FOLDER, folder, name)
      const taken = await Promise.all(endings.map((ending) => isTaken(`${path}${ending}`)))
      if (taken.includes(true) || underWay.has(path)) continue
      underWay.add(path)
      return name
    }
    throw new Error(`No free file name for ${base}.`)
  }
  return {
    folderOf: (folder: string): string => join(exportsFolder, REPORTS_FOLDER, folder),
    pathOf: (fileName: string): string => join(exportsFolder, ...fileName.split('/')),
    makeFolder: (folder: string) =>
      mkdir(join(exportsFolder, REPORTS_FOLDER, folder), { recursive: true, mode: 0o700 }),
    /** Gives the work a name of its own, made of the text; an earlier file is never overwritten. */
    withName: async <Value>(
      folder: string,
      { text, endings }: { readonly text: string; readonly endings: readonly string[] },
      work: (name: string) => Promise<Value>,
    ): Promise<Value> => {
      const name = await takeName(folder, text, endings)
      try {
        return await work(name)
      } finally {
        underWay.delete(join(exportsFolder, REPORTS_FOLDER, folder, name))
      }
    },
    /** Writes a file whole, or not at all. Returns its name below the exports folder. */
    write: (folder: string, name: string, data: string | Uint8Array, brands: readonly Noted[]) =>
      writeWith(folder, name, brands, (path) => writeFile(path, data, { mode: 0o600 })),
    /** The same for what is written by `make`. */
    writeWith,
    /** What is gone already is no error. */
    remove: async (files: readonly { readonly fileName: string }[]): Promise<void> => {
      for (const { fileName } of files) await rm(join(exportsFolder, ...fileName.split('/')), { force: true })
    },
  }
}
export type ReportFiles = ReturnType<typeof createReportFiles>
