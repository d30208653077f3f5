import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Writes a page that leads to the desk's address, and returns its own address. Every user of the machine can read the
 * arguments of a process, so the token of the desk's address must not be one: the browser gets this page instead.
 * `folder` belongs to this user alone, and its owner removes it.
 */
export const writeStartPage = (folder, address) => {
  const file = join(folder, 'start.html')
  const page = `<!doctype html><title>Agency Desk</title><meta http-equiv="refresh" content="0;url=${address}">\n`
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' })
  return pathToFileURL(file).href
}
