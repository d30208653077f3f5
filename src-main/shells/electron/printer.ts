// Prints reports in a window that nobody sees: without preload and scripts, in its sandbox, in a session of its own that loads
// nothing but the report's file.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BrowserWindow, type Session, session } from 'electron'
import type { Printer } from '../../reports/printer.ts'
import { secureSession } from './security.ts'

const PDF_OPTIONS = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
}

/** Only these addresses are loaded, and what a page holds itself. */
const allowOnly = (own: Session, allowed: ReadonlySet<string>): void =>
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !allowed.has(url) && !url.startsWith('data:') }))

export const createElectronPrinter = (): Printer => ({
  find: async () => ({ name: 'Agency Desk', path: null }),
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agency-desk-print-'))
    const own = session.fromPartition(`print-${randomUUID()}`) // without `persist:` it is in memory alone
    const allowed = new Set<string>()
    secureSession(own)
    allowOnly(own, allowed)
    return {
      print: async (html) => {
        const file = join(folder, `${randomUUID()}.html`)
        const url = pathToFileURL(file).href
        await writeFile(file, html, { mode: 0o600 })
        allowed.add(url)
        const window = new BrowserWindow({
          show: false,
          webPreferences: {
            session: own,
            sandbox: true,
            contextIsolation: true,
            nodeIntegration: false,
            webSecurity: true,
            javascript: false,
          },
        })
        try {
          await window.loadURL(url)
          return await window.webContents.printToPDF(PDF_OPTIONS)
        } finally {
          window.destroy()
          allowed.delete(url)
          await rm(file, { force: true })
        }
      },
      close: () => rm(folder, { recursive: true, force: true }),
    }
  },
})
