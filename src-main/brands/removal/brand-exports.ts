// The files of the exports folder that hold a brand: those with this brand only are deleted, the others are rewritten
// without it. Links are left alone.
import { readdir, rm } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Brand, ExportFailure } from '../../../src-shared/desk/brands.ts'
import { asDeskError } from '../../desk.ts'
import type { Store } from '../../store/store.ts'
import type { ExportBrand } from '../queries/export-files.ts'
import { type ExportedBrand, type Holds, holdsOf, rewriteWithout } from './export-contents.ts'

export type BrandExportsDeps = { readonly store: Store; readonly exportsFolder: string }

type Files = { deleted: string[]; rewritten: string[]; failed: ExportFailure[] }

/** What the desk can look into, and take a brand out of. */
const READABLE = new Set(['.csv', '.tsv', '.json'])
/** Reports: known by the note of their brands alone, and deleted whole, also a ZIP of several brands. */
const WHOLE = new Set(['.pdf', '.html', '.zip'])
const PART = '.part'
/** The folder of reports. */
const REPORTS = 'reports'

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code // errors of node:fs carry one

const messageOf = (error: unknown): string => {
  const code = codeOf(error)
  return typeof code === 'string' ? `It could not be read or written (${code}).` : asDeskError(error).message
}

export const createBrandExports = ({ store, exportsFolder }: BrandExportsDeps) => {
  const entriesIn = (folder: string, recursive: boolean) =>
    readdir(folder, { withFileTypes: true, recursive }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [] // nothing was ever exported
      throw error
    })
  /** Names below the folder, those of reports with their folders. What else a person put there is not looked at. */
  const fileNames = async (): Promise<string[]> => {
    const entries = await entriesIn(exportsFolder, false)
    const hasReports = entries.some((entry) => entry.name === REPORTS && entry.isDirectory())
    const reports = hasReports ? await entriesIn(join(exportsFolder, REPORTS), true) : []
    return [...entries, ...reports]
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => relative(exportsFolder, join(parentPath, name)).split(sep).join('/'))
  }

  /** By what the desk stored when it wrote the file, else by the file itself. */
  const holds = async (fileName: string, brand: ExportedBrand, noted: readonly ExportBrand[]): Promise<Holds> => {
    const isWhole = WHOLE.has(extname(fileName))
    if (noted.length === 0) return isWhole ? 'nothing' : holdsOf(join(exportsFolder, fileName), brand)
    if (!noted.some(({ brandId }) => brandId === brand.id)) return 'nothing'
    return noted.length === 1 || isWhole ? 'only' : 'among-others'
  }

  const plan = async ({ id, name }: Brand) => {
    const noted = Map.groupBy(await store.read('exports.list', {}), ({ fileName }) => fileName)
    const files: Files = { deleted: [], rewritten: [], failed: [] }
    const formerNames = [...noted.values()].flat().flatMap((one) => (one.brandId === id ? [one.brandName] : []))
    const brand: ExportedBrand = { id, names: [...new Set([name, ...formerNames])] }
    for (const fileName of (await fileNames())
      .filter((one) => READABLE.has(extname(one)) || WHOLE.has(extname(one)))
      .sort()) {
      try {
        const found = await holds(fileName, brand, noted.get(fileName) ?? [])
        if (found === 'only') files.deleted.push(fileName)
        if (found === 'among-others') files.rewritten.push(fileName)
      } catch (error) {
        files.failed.push({ fileName, reason: messageOf(error) })
      }
    }
    return { brand, files }
  }

  return {
    /** What a removal of the brand would do. `failed`: files that the desk cannot look into. */
    list: async (brand: Brand): Promise<Files> => (await plan(brand)).files,
    /** Removes the brand from all files; one that fails stops no other. */
    remove: async (brand: Brand): Promise<Files> => {
      const planned = await plan(brand)
      const done: Files = { deleted: [], rewritten: [], failed: [...planned.files.failed] }
      const each = async (names: readonly string[], into: string[], action: (path: string) => Promise<void>) => {
        for (const fileName of names) {
          try {
            await action(join(exportsFolder, fileName))
            into.push(fileName)
          } catch (error) {
            done.failed.push({ fileName, reason: messageOf(error) })
          }
        }
      }
      // What a crash left half written may hold the brand; an export that is being written now fails.
      const parts = (await fileNames()).filter((name) => name.endsWith(PART))
      await each(parts, [], (path) => rm(path, { force: true }))
      await each(planned.files.deleted, done.deleted, (path) => rm(path, { force: true }))
      await each(planned.files.rewritten, done.rewritten, (path) => rewriteWithout(path, planned.brand))
      return done
    },
  }
}
