// Chromium takes a moment to hand a page's requests to a route that is set while the page runs: a request made at once may
// pass it, about once in fifty times.
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

const PROBE = '/?is-this-intercepted'

/** As `page.route`, but every request made after it is intercepted. */
export const intercept = async (page: Page, url: string, handler: (route: Route) => unknown): Promise<void> => {
  let isSeen = false
  const onProbe = (route: Route) => {
    isSeen = true
    return route.fulfill({ body: '' })
  }
  const isProbe = ({ pathname, search }: URL) => `${pathname}${search}` === PROBE
  await page.route(isProbe, onProbe)
  await page.route(url, handler)
  await expect
    .poll(async () => {
      await page.evaluate((probe) => fetch(probe).then((reply) => reply.text()), PROBE)
      return isSeen
    })
    .toBe(true)
  await page.unroute(isProbe, onProbe)
}
