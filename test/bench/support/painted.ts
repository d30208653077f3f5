import type { ConsoleMessage, Page } from 'playwright-core'

/** The window every bench opens. */
export const PAGE = { locale: 'en-GB', viewport: { width: 1280, height: 800 } }

/**
 * Call before the page is opened. Resolves with the wall-clock milliseconds at which what `selector` names had been
 * painted: two frames after it came into the page. The page says so itself: to ask it, playwright compiles scripts of its
 * own there, some 40 ms of the start that is measured.
 */
export const watchPainted = async (page: Page, selector: string): Promise<() => Promise<number>> => {
  await page.addInitScript((wanted) => {
    const report = () => console.debug(`painted ${performance.timeOrigin + performance.now()}`)
    const look = () => {
      if (document.querySelector(wanted) === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => requestAnimationFrame(report))
    }
    look()
  }, selector)
  const isReport = (message: ConsoleMessage) => message.text().startsWith('painted ')
  const reported = page.waitForEvent('console', { predicate: isReport, timeout: 60_000 })
  return async () => Number((await reported).text().split(' ')[1])
}
