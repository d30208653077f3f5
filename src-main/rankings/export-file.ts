import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Store } from '../store/store.ts'

/** Letters, digits and hyphens only, so that no name can leave the folder. */
const safe = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 80)

const NAMES_MAX = 1000

/** Takes a name that no file has; the empty file holds it until the rows are there. */
const reserve = async (folder: string, stem: string, extension: string): Promise<string> => {
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const fileName = `${safe(stem)}${number === 1 ? '' : `-${number}`}.${extension}`
    try {
      await (await open(join(folder, fileName), 'wx', 0o600)).close()
      return fileName
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // errors of node:fs carry a code
    }
  }
  throw new Error(`No free file name for ${safe(stem)}.`)
}

export type ExportFile = {
  readonly folder: string
  readonly stem: string
  readonly extension: string
  /** Whose rows it may hold: noted, so that a removed brand can be taken out of it. */
  readonly brands: readonly { readonly id: string; readonly name: string }[]
  readonly store: Pick<Store, 'write'>
}

/**
 * Writes the parts one after the other under a temporary name and gives the whole file its own. No file that is there
 * is ever written over; after an error nothing is left.
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
    const noted = brands.map(({ id, name }) => ({ id, name }))
    await store.write('exports.save', { fileName, brands: noted })
    await pipeline(Readable.from(parts), createWriteStream(partPath, { flags: 'wx', mode: 0o600 }))
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    await rm(path, { force: true })
    throw error
  }
  return { path, fileName }
}
