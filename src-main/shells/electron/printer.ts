// Prints reports in a window that nobody sees: without preload and scripts, in its sandbox, in a session of its own that loads
// nothing but the report's file.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BrowserWindow, type Session, session } from 'electron'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Printer } from '../../reports/printer.ts'
import { PDF_OPTIONS, within } from '../print/within.ts'
import type { WorkFolders } from '../print/work-folder.ts'
import { secureSession } from './security.ts'

const WITHIN_MS = 60_000

/** Only these addresses are loaded, and what a page holds itself. */
const allowOnly = (own: Session, allowed: ReadonlySet<string>): void =>
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !allowed.has(url) && !url.startsWith('data:') }))

type Options = { readonly folders: WorkFolders; readonly withinMs?: number }

export const createElectronPrinter = ({ folders, withinMs = WITHIN_MS }: Options): Printer => ({
  find: async () => ({ name: 'Agency Desk', path: null }),
  open: async () => {
    const folder = await folders.make()
    const own = session.fromPartition(`print-${randomUUID()}`) // without `persist:` it is in memory alone
    const allowed = new Set<string>()
    secureSession(own)
    allowOnly(own, allowed)
    return {
      print: async (html) => {
        const file = join(folder.path, `${randomUUID()}.html`)
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
          return await within(
            withinMs,
            window.loadURL(url).then(() => window.webContents.printToPDF(PDF_OPTIONS)),
          )
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          throw new DeskError(
            'conflict',
            `The report could not be printed: ${reason} Try again, or make HTML files instead.`,
          )
        } finally {
          window.destroy()
          allowed.delete(url)
          await rm(file, { force: true })
        }
      },
      close: folder.remove,
    }
  },
})
