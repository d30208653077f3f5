// The files of the exports folder that hold a brand: those with this brand only are deleted, and those that do not say which
// of their rows are the brand's. The others are rewritten without it. A file in which rows of other brands name it is named
// to the person, and so is one that cannot be read. Links are left alone.
import { readdir, rm } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Brand, ExportFailure } from '../../../src-shared/desk/brands.ts'
import { registrableDomain } from '../../base/registrable-domain.ts'
import { asDeskError } from '../../desk.ts'
import type { Store } from '../../store/store.ts'
import type { ExportBrand } from '../queries/export-files.ts'
import type { ExportedBrand } from './brand-signs.ts'
import { type Contents, contentsOf, isNamedIn, rewriteWithout, UnknownFormError } from './export-contents.ts'

export type BrandExportsDeps = {
  readonly store: Store
  readonly exportsFolder: string
  /** The site of each brand, as its audits name it. */
  readonly readSites: (
    brandIds: readonly string[],
  ) => Promise<readonly { readonly brandId: string; readonly url: string | null }[]>
}

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

type Verdict = { readonly what: 'delete' | 'rewrite' | 'keep'; readonly mentions: number }
const DELETE: Verdict = { what: 'delete', mentions: 0 }

const whatToDo = ({ own, others }: Contents, isNoted: boolean): Verdict['what'] => {
  if (own > 0 && others === 0 && !isNoted) return 'delete'
  return own > 0 || isNoted ? 'rewrite' : 'keep'
}

const namedBy = (mentions: number, name: string): string =>
  `${mentions === 1 ? 'A row' : `${mentions} rows`} of other brands ${mentions === 1 ? 'names' : 'name'} ${name}, its slug or its domain. Look into the file, and delete it if that must go.`

export const createBrandExports = ({ store, exportsFolder, readSites }: BrandExportsDeps) => {
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

  /** By what the desk stored when it wrote the file, and by the file itself. */
  const verdictOn = async (fileName: string, brand: ExportedBrand, noted: readonly ExportBrand[]): Promise<Verdict> => {
    const path = join(exportsFolder, fileName)
    const isNoted = noted.some(({ brandId }) => brandId === brand.id)
    if (WHOLE.has(extname(fileName))) {
      if (isNoted) return DELETE
      return { what: 'keep', mentions: extname(fileName) === '.html' && (await isNamedIn(path, brand)) ? 1 : 0 }
    }
    if (isNoted && noted.length === 1) return DELETE
    try {
      const found = await contentsOf(path, brand, { mustHaveBrands: isNoted || noted.length === 0 })
      return { what: whatToDo(found, isNoted), mentions: found.mentions }
    } catch (error) {
      if (isNoted && error instanceof UnknownFormError) return DELETE // its rows are in there, and nothing tells them apart
      throw error
    }
  }

  /** What tells the brand from all others. */
  const signsOf = async ({ id, name, slug }: Brand, noted: readonly ExportBrand[]): Promise<ExportedBrand> => {
    const formerNames = noted.flatMap((one) => (one.brandId === id ? [one.brandName] : []))
    const brandIds = (await store.read('brands.list', {})).map((brand) => brand.id)
    const sites = await readSites(brandIds)
    const domainOf = (url: string | null) => (url === null ? null : registrableDomain(url))
    const domain = domainOf(sites.find((site) => site.brandId === id)?.url ?? null)
    const isShared = sites.some((site) => site.brandId !== id && domainOf(site.url) === domain)
    return { id, slug, names: [...new Set([name, ...formerNames])], domain: isShared ? null : domain }
  }

  const plan = async (removed: Brand) => {
    const list = await store.read('exports.list', {})
    const noted = Map.groupBy(list, ({ fileName }) => fileName)
    const files: Files = { deleted: [], rewritten: [], failed: [] }
    const brand = await signsOf(removed, list)
    for (const fileName of (await fileNames())
      .filter((one) => READABLE.has(extname(one)) || WHOLE.has(extname(one)))
      .sort()) {
      try {
        const { what, mentions } = await verdictOn(fileName, brand, noted.get(fileName) ?? [])
        if (what === 'delete') files.deleted.push(fileName)
        if (what === 'rewrite') files.rewritten.push(fileName)
        if (mentions > 0) files.failed.push({ fileName, reason: namedBy(mentions, removed.name) })
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
