import type { Page } from 'playwright-core'

/** The window every bench opens. */
export const PAGE = { locale: 'en-GB', viewport: { width: 1280, height: 800 } }

/**
 * Call before the page is opened. Resolves with the wall-clock milliseconds at which what `selector` names had been
 * painted: two frames after it came into the page.
 */
export const watchPainted = async (page: Page, selector: string): Promise<() => Promise<number>> => {
  await page.addInitScript((wanted) => {
    const report = () => Object.assign(window, { paintedAtMs: performance.timeOrigin + performance.now() })
    const look = () => {
      if (document.querySelector(wanted) === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => requestAnimationFrame(report))
    }
    look()
  }, selector)
  const read = () => (window as { paintedAtMs?: number }).paintedAtMs // written above
  return async () => {
    await page.waitForFunction(read, undefined, { polling: 50, timeout: 60_000 })
    return (await page.evaluate(read)) ?? Number.NaN
  }
}
