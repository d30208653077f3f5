import { closeSync, openSync, statSync, writeSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Writes over some bytes of a file, as a failing disk would. */
export const overwrite = (path: string, at: number, bytes: Uint8Array): void => {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

/** Spoils the pages of a database between two shares of its length; its schema is at the very beginning. */
export const spoilPages = (path: string, from: number, until = 1): void => {
  const pages = Math.floor(statSync(path).size / PAGE_BYTES)
  const spoilt = new Uint8Array(200).fill(0xff)
  for (let page = Math.floor(pages * from); page < pages * until; page += 1) overwrite(path, page * PAGE_BYTES, spoilt)
}

export const garbage = (): Uint8Array => new TextEncoder().encode('not a database at all, '.repeat(400))
