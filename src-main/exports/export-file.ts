import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { safeFileName } from '../base/file-name.ts'
import { noteExport } from '../brands/public.ts'
import type { Store } from '../store/store.ts'

const NAMES_MAX = 1000

/** Reserves a name that no file has yet, with an empty file. */
const reserve = async (folder: string, stem: string, extension: string): Promise<string> => {
  const name = safeFileName(stem, 'export')
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const fileName = `${name}${number === 1 ? '' : `-${number}`}.${extension}`
    try {
      await (await open(join(folder, fileName), 'wx', 0o600)).close()
      return fileName
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // errors of node:fs carry a code
    }
  }
  throw new Error(`No free file name for ${name}.`)
}

/** Noted for a file that holds no brand, so that it is not searched for one. */
const NO_BRAND = { id: '', name: '' }

export type ExportFile = {
  readonly folder: string
  readonly stem: string
  readonly extension: string
  /** Brands whose rows it may hold, stored so that a removed brand can be deleted from it. */
  readonly brands: readonly { readonly id: string; readonly name: string }[]
  readonly store: Pick<Store, 'write'>
}

/**
 * Writes the parts one after the other under a temporary name, then renames the whole file. An existing file is never
 * overwritten; after an error no file remains.
 */
export const writeExport = async (
  { folder, stem, extension, brands, store }: ExportFile,
  parts: AsyncIterable<string>,
): Promise<{ path: string; fileName: string }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileName = await reserve(folder, stem, extension)
  const path = join(folder, fileName)
  const partPath = `${path}.part`
  try {
    const noted = brands.length === 0 ? [NO_BRAND] : brands.map(({ id, name }) => ({ id, name }))
    await noteExport(store, { fileName, brands: noted })
    await pipeline(Readable.from(parts), createWriteStream(partPath, { flags: 'wx', mode: 0o600 }))
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    await rm(path, { force: true })
    throw error
  }
  return { path, fileName }
}
