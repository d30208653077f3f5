import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** One file after the other, so that no more than one is in memory. PDF files are compressed already. */
async function* zipped(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  for (const path of paths) {
    const name = basename(path)
    const file = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(await readFile(path), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

export const writeZip = (path: string, paths: readonly string[]): Promise<void> =>
  pipeline(Readable.from(zipped(paths)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
