// Prints reports with a browser of this machine, without a window: one process for a batch, in its sandbox, with a profile
// of its own that is deleted afterwards, and without a way to any network.
import { basename } from 'node:path'
import { Mutex } from 'async-mutex'
import { findBrowser, isSnap } from '../../../scripts/lib/find-browser.mjs'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { NO_PRINTER_HERE, type Printer, type PrintJob } from '../../reports/printer.ts'
import { browserEnvironment } from '../locations.ts'
import { BrowserEndedError, type BrowserPipe, startBrowser } from './cdp.ts'
import { PDF_OPTIONS, within } from './within.ts'
import { makeTemporaryFolder, type WorkFolders } from './work-folder.ts'

const WITHIN_MS = 60_000

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

type Options = {
  readonly folders: WorkFolders
  /** The browser's program; null: there is none. */
  readonly find?: () => string | null
  readonly env?: NodeJS.ProcessEnv
  readonly withinMs?: number
}

/** Each has a profile of its own, so that it never waits for one that is still ending. */
const openBrowser = async (file: string, { env, folders }: Required<Pick<Options, 'env' | 'folders'>>) => {
  // A snap may not enter hidden folders, as the data folder often is one, and has a temporary folder that is its own.
  const profile = await (isSnap(file) ? makeTemporaryFolder() : folders.make())
  const pipe = startBrowser(file, [...FLAGS, ...sandboxFlags(), `--user-data-dir=${profile.path}`], env)
  return { ...pipe, close: () => pipe.close().finally(profile.remove) } satisfies BrowserPipe
}

/** What a person can do about it. */
const adviceOn = (reason: string): string =>
  /sandbox/i.test(reason)
    ? 'Its sandbox does not work for this user account, and reports are never printed without it. Allow user namespaces, install another browser, or make HTML files instead.'
    : 'Try again, or make HTML files instead.'

export const createBrowserPrinter = ({
  folders,
  find = findBrowser,
  env = browserEnvironment(process.env),
  withinMs = WITHIN_MS,
}: Options): Printer => {
  const open = async (): Promise<PrintJob> => {
    const file = find()
    if (file === null) throw new DeskError('conflict', NO_PRINTER_HERE)
    const failed = (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      return new DeskError('conflict', `${basename(file)} could not print the report: ${reason} ${adviceOn(reason)}`)
    }
    const start = async (): Promise<BrowserPipe> => {
      const browser = await openBrowser(file, { env, folders })
      try {
        await within(withinMs, browser.send('Browser.getVersion'))
        return browser
      } catch (error) {
        await browser.close()
        throw error
      }
    }
    let current = start()
    const running = (): Promise<BrowserPipe> => {
      current = current.then((browser) => (browser.isOpen() ? browser : browser.close().then(start)), start)
      return current
    }
    const printOnce = async (html: string): Promise<Uint8Array> => {
      const browser = await running()
      try {
        return await within(withinMs, printIn(browser, html))
      } catch (error) {
        if (!(error instanceof BrowserEndedError)) await browser.close()
        throw error
      }
    }
    const retrying = new Mutex()
    await current.catch((error: unknown) => {
      throw failed(error)
    })
    return {
      print: (html) =>
        printOnce(html)
          .catch((error: unknown) => {
            // A page beside it may have ended the browser. One at a time, so that it does so to none a second time.
            if (error instanceof BrowserEndedError) return retrying.runExclusive(() => printOnce(html))
            throw error
          })
          .catch((error: unknown) => {
            throw failed(error)
          }),
      close: () =>
        current.then(
          (browser) => browser.close(),
          () => undefined,
        ),
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
