// The page in a real Chromium, through the web shell's front door: its strict policy lets the page work, and nothing else.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, openPage } from '../support/browser.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'

let browser: Browser
let desk: DeskProcess

beforeAll(async () => {
  desk = await startDeskProcess({ isBuilt: true })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await desk?.stop()
})

test('the printed address opens the page, which renders without violating its content policy', async () => {
  const { page, errors } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  expect(page.url()).toBe(`${desk.origin}/`)
  await page.locator('#root').getByRole('button').first().waitFor()
  // The component library's own style tags are let in by the nonce.
  const nonces = await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.nonce !== ''))
  expect(nonces.length).toBeGreaterThan(0)
  expect(nonces).not.toContain(false)
  expect(errors).toEqual([])
})

test('an injected script or style does not run, and nothing is loaded from outside', async () => {
  const { page } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  const broken = await page.evaluate(async () => {
    const wanted = ['script-src-elem', 'script-src-attr', 'style-src-elem', 'connect-src']
    const refused = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        wanted.splice(0, wanted.length, ...wanted.filter((directive) => directive !== effectiveDirective))
        if (wanted.length === 0) resolve()
      })
    })
    const script = document.createElement('script')
    script.textContent = 'globalThis.hasRun = true'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.hasRun = true">')
    document.body.insertAdjacentHTML('beforeend', '<style>body { display: none }</style>')
    await fetch('http://127.0.0.1:9/').catch(() => {})
    await refused
    return { hasRun: 'hasRun' in globalThis, display: getComputedStyle(document.body).display }
  })
  expect(broken).toEqual({ hasRun: false, display: 'block' })
})

test('a page of another site can neither call the desk nor read its pages', async () => {
  const { page } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  const other = await page.context().newPage()
  await other.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }))
  await other.goto('http://evil.example/')
  const outcome = await other.evaluate(async (origin) => {
    const tries = [
      fetch(`${origin}/api/call/brands.list`, { method: 'POST', credentials: 'include', body: '{}' }),
      fetch(`${origin}/`, { credentials: 'include' }),
    ]
    const results = await Promise.allSettled(tries)
    const blind = await fetch(`${origin}/`, { credentials: 'include', mode: 'no-cors' }).then(
      (response) => response.type,
      () => 'refused',
    )
    return [...results.map((result) => result.status), blind]
  }, desk.origin)
  expect(outcome).toEqual(['rejected', 'rejected', 'refused'])
})
