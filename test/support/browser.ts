import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'

const root = join(import.meta.dirname, '..', '..')

export type OpenedPage = {
  readonly page: Page
  /** What the page threw or wrote to its console as an error, broken content policies included. */
  readonly errors: string[]
}

const fileNameOf = (testName: string) => testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)

/** A page with a profile of its own for one test; a failed test leaves its screenshot in test-results/. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
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
    await context.close()
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
