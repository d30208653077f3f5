// Where packs are written: a folder for each period below the exports folder. Each file is noted with the brands in it, so
// that a removed brand can be deleted from it.
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../store/store.ts'

export const REPORTS_FOLDER = 'reports'

type FileDeps = { readonly exportsFolder: string; readonly store: Pick<Store, 'write'> }
type Noted = { readonly id: string; readonly name: string }

const NAMES_MAX = 1000

/** Letters, digits and hyphens only, so that no name can leave the folder. */
export const safeName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'report'

/** The first name of which no file is there yet; an earlier pack is never overwritten. */
export const freeStem = async (folder: string, stem: string, extensions: readonly string[]): Promise<string> => {
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const name = `${safeName(stem)}${number === 1 ? '' : `-${number}`}`
    const taken = await Promise.all(
      extensions.map((extension) =>
        open(join(folder, `${name}${extension}`)).then(
          async (file) => file.close().then(() => true),
          () => false,
        ),
      ),
    )
    if (!taken.includes(true)) return name
  }
  throw new Error(`No free file name for ${safeName(stem)}.`)
}

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
    await store.write('exports.save', { fileName, brands: brands.map(({ id, name: named }) => ({ id, name: named })) })
    try {
      await make(part)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return { fileName, bytes: (await stat(path)).size }
  }
  return {
    folderOf: (folder: string): string => join(exportsFolder, REPORTS_FOLDER, folder),
    pathOf: (fileName: string): string => join(exportsFolder, ...fileName.split('/')),
    makeFolder: (folder: string) =>
      mkdir(join(exportsFolder, REPORTS_FOLDER, folder), { recursive: true, mode: 0o700 }),
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
