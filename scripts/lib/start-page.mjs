import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A plain display lets a window be larger than the screen. */
const FIT = `<script>
const { availLeft = 0, availTop = 0, availWidth, availHeight } = screen
if (outerWidth > availWidth || outerHeight > availHeight) {
  moveTo(availLeft, availTop)
  resizeTo(Math.min(outerWidth, availWidth), Math.min(outerHeight, availHeight))
}
</script>`

/**
 * Writes a page that leads to the desk's address, and returns its own address. Every user of the machine can read the
 * arguments of a process, so the token of the desk's address must not be one: the browser gets this page instead.
 * `folder` belongs to this user alone, and its owner removes it.
 */
export const writeStartPage = (folder, address) => {
  const file = join(folder, 'start.html')
  const page = `<!doctype html><title>Agency Desk</title>${FIT}<meta http-equiv="refresh" content="0;url=${address}">\n`
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' })
  return pathToFileURL(file).href
}
