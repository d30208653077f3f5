// A test leaves its page to the next one of its process: to load the desk in a page that had it before costs half of what a
// new profile does. The next file has it too, where its desk is at the same origin. Nothing of a test stays: neither storage, listeners, media nor the place of the mouse. What a page
// cannot give back (a zoom, a language, permissions, a test that failed) it does not leave.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Options that a page takes over from test to test; with any other one it gets a profile of its own. */
const SETTABLE = new Set(['viewport', 'reducedMotion', 'colorScheme'])
const USED = ['pageerror', 'console', 'request', 'requestfinished', 'requestfailed', 'response', 'dialog', 'popup']

const left = new WeakMap<Browser, Page[]>()

export const canBeKept = (options: BrowserContextOptions): boolean =>
  Object.keys(options).every((name) => SETTABLE.has(name))

const takeAt = async (browser: Browser, origin: string): Promise<Page | undefined> => {
  const page = left.get(browser)?.pop()
  if (page === undefined || new URL(page.url()).origin === origin) return page
  await page.context().close()
  return takeAt(browser, origin)
}

/** The page of an earlier test in this browser and at this origin, as if it were new. */
export const takeKeptPage = async (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Page | undefined> => {
  const page = await takeAt(browser, origin)
  if (page === undefined) return undefined
  if (options.viewport != null) await page.setViewportSize(options.viewport)
  await page.emulateMedia({
    media: null,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'reduce',
  })
  return page
}

const clean = async (page: Page): Promise<void> => {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const name of USED) page.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  await page.mouse.move(0, 0)
  // Another page of the desk: to leave its address would end the process of the page.
  await page.goto(new URL('/nothing', page.url()).href)
}

/** For the next test; a page that cannot be cleaned is closed with its profile. */
export const keepPage = async (browser: Browser, page: Page): Promise<void> => {
  try {
    await clean(page)
    left.set(browser, [...(left.get(browser) ?? []), page])
  } catch {
    await page.context().close()
  }
}
