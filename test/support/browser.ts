import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { canBeKept, keepPage, takeKeptPage } from './kept-page.ts'
import { neverIdle } from './never-idle.ts'

const root = join(import.meta.dirname, '..', '..')

export type OpenedPage = {
  readonly page: Page
  /** What the page threw or wrote to its console as an error, broken content policies included. */
  readonly errors: string[]
}

const fileNameOf = (testName: string) => testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)

const VIEWPORT = { width: 1280, height: 800 }

/** What fades in or out costs a machine without a graphics card more than most tests do: only a test about it asks for it. */
const newPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB', reducedMotion: 'reduce', ...options })
  return context.newPage()
}

/**
 * With `AGENCY_DESK_TEST_CALL_DELAY=1200` each call of a page waits up to so many milliseconds, at random, before the desk
 * gets it: a test then fails that takes what the window shows at once for what the desk has stored, or presses a key too soon.
 */
const delayMs = Number(process.env.AGENCY_DESK_TEST_CALL_DELAY ?? 0)

const delayCalls = (page: Page): Promise<unknown> =>
  page.context().route('**/api/call/**', async (route) => {
    await new Promise((done) => setTimeout(done, Math.random() * delayMs))
    await route.continue().catch(() => undefined) // its page is gone
  })

export type PageProfile = BrowserContextOptions & {
  /** The page may be that of an earlier test at this origin (kept-page.ts); otherwise it has a profile of its own. */
  readonly sharedAt?: string | undefined
  /** Before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A page for one test; a failed test leaves its screenshot in test-results/. */
export const openPage = async (
  browser: Browser,
  { sharedAt, prepare, ...options }: PageProfile = {},
): Promise<OpenedPage> => {
  const isKept = sharedAt !== undefined && canBeKept(options)
  const kept = isKept ? await takeKeptPage(browser, sharedAt, { viewport: VIEWPORT, ...options }) : undefined
  const page = kept ?? (await newPage(browser, options))
  if (isKept && kept === undefined) await page.addInitScript(neverIdle)
  if (delayMs > 0) await delayCalls(page)
  await prepare?.(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  // One hook for both: those for failures run after those for every end, when the page would be closed already.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const folder = join(root, 'test-results')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${fileNameOf(task.name)}.png`) }).catch(() => {})
    }
    if (isKept && task.result?.state !== 'fail') await keepPage(browser, page)
    else await page.context().close()
  })
  return { page, errors }
}

/** An address of the running desk that was not used yet, as `desk open` prints it. */
export const freshAddress = async ({ home }: { readonly home: string }): Promise<string> => {
  const remote = await connectDesk(socketPath(home))
  const opened = await remote?.open()
  await remote?.close()
  return opened?.address ?? ''
}
