import type { Page } from 'playwright-core'

type Watch = { arm: (brand: number) => void; painted: Promise<number> | null }
type WatchedWindow = Window & { switchWatch?: Watch }

/**
 * Call before the page is opened. Once armed, measures in the page itself from the key's own time stamp until the rows
 * of a brand (the keywords that `rank-cache.ts` gives it) are in the table under its name, plus two frames.
 */
export const installSwitchWatch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const isThere = (brand: number) =>
      document.querySelector('[role="grid"]')?.getAttribute('aria-label') === `Rankings of Brand ${brand}` &&
      new RegExp(` ${brand}-\\d+`).test(document.querySelector('[data-row="0"]')?.textContent ?? '')
    const untilThere = (brand: number, then: () => void) => {
      const observer = new MutationObserver(() => {
        if (!isThere(brand)) return
        observer.disconnect()
        then()
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    }
    const watch: Watch = {
      painted: null,
      arm: (brand) => {
        watch.painted = new Promise((resolve) => {
          const onKey = (event: KeyboardEvent) =>
            untilThere(brand, () =>
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))),
            )
          window.addEventListener('keydown', onKey, { capture: true, once: true })
        })
      },
    }
    Object.assign(window, { switchWatch: watch })
  })

/** Presses the key for the next brand in the rail; milliseconds until its rows were painted. */
export const switchTo = async (page: Page, brand: number): Promise<number> => {
  await page.evaluate((wanted) => (window as WatchedWindow).switchWatch?.arm(wanted), brand)
  await page.keyboard.press(']')
  const painted = page.evaluate(async () => (window as WatchedWindow).switchWatch?.painted)
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The rows of Brand ${brand} did not come.`)), 20_000).unref()
  })
  return (await Promise.race([painted, late])) ?? Number.NaN
}
