// Prints reports with a browser of this machine, without a window: one process for a batch, in its sandbox, with a profile
// of its own that is deleted afterwards, and without a way to any network.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findBrowser } from '../../../scripts/lib/find-browser.mjs'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { NO_PRINTER_HERE, type Printer, type PrintJob } from '../../reports/printer.ts'
import { browserEnvironment } from '../locations.ts'
import { type BrowserPipe, startBrowser } from './cdp.ts'

const PRINT_WITHIN_MS = 60_000

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND',
]

/** Chromium's sandbox refuses to work for root; nothing is given up for anybody else. */
const sandboxFlags = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const PDF_OPTIONS = {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
}

const READY = `Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.decode().catch(() => null))]).then(() => true)`

const printIn = async (browser: BrowserPipe, html: string): Promise<Uint8Array> => {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  try {
    const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const sessionId = String(attached.sessionId)
    const ask = (method: string, params: object = {}) => browser.send(method, params, sessionId)
    await ask('Page.enable')
    const { frameTree } = (await ask('Page.getFrameTree')) as { frameTree: { frame: { id: string } } } // by the protocol
    await ask('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
    await ask('Runtime.evaluate', { expression: READY, awaitPromise: true })
    const { data } = await ask('Page.printToPDF', PDF_OPTIONS)
    return Buffer.from(String(data), 'base64')
  } finally {
    await browser.send('Target.closeTarget', { targetId }).catch(() => undefined)
  }
}

/** Rejects where the work takes longer. */
const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${ms / 1000} s.`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Options = {
  /** The browser's program; null: there is none. */
  readonly find?: () => string | null
  readonly env?: NodeJS.ProcessEnv
  readonly printWithinMs?: number
}

export const createBrowserPrinter = ({
  find = findBrowser,
  env = browserEnvironment(process.env),
  printWithinMs = PRINT_WITHIN_MS,
}: Options = {}): Printer => {
  const open = async (): Promise<PrintJob> => {
    const file = find()
    if (file === null) throw new DeskError('conflict', NO_PRINTER_HERE)
    const profile = await mkdtemp(join(tmpdir(), 'agency-desk-print-'))
    const start = () => startBrowser(file, [...FLAGS, ...sandboxFlags(), `--user-data-dir=${profile}`], env)
    let browser = start()
    const failed = (error: unknown) =>
      new DeskError(
        'conflict',
        `${basename(file)} could not print the report: ${error instanceof Error ? error.message : String(error)} Try again, or make HTML files instead.`,
      )
    const close = async () => {
      await browser.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    try {
      await within(printWithinMs, browser.send('Browser.getVersion'))
    } catch (error) {
      await close()
      throw failed(error)
    }
    return {
      print: async (html) => {
        // One page may have ended it: the next one gets a new browser.
        if (!browser.isOpen()) browser = start()
        const own = browser
        try {
          return await within(printWithinMs, printIn(own, html))
        } catch (error) {
          if (own.isOpen()) await own.close()
          throw failed(error)
        }
      },
      close,
    }
  }
  return {
    find: async () => {
      const path = find()
      return path === null ? NO_PRINTER_HERE : { name: basename(path), path }
    },
    open,
  }
}
