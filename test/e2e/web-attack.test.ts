// The attack from another account of the same machine: a server on another port of 127.0.0.1, which the person's own
// browser visits. Whatever reaches that server is replayed against every call and route of the desk.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CALL_NAMES } from '../../src-shared/desk/contract.ts'
import { freshAddress, openPage } from '../support/browser.ts'
import { launchBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'

let browser: Browser
let desk: DeskProcess

beforeAll(async () => {
  desk = await startDeskProcess()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await desk?.stop()
})

/** The attacker's server: keeps the headers of every request, and answers with a page of nothing. */
const startThief = async () => {
  const stolen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    stolen.push(request.headers)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Nothing here</p>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // TCP
  return { origin: `http://127.0.0.1:${port}`, stolen }
}

/** What a page of the attacker can read in this tab. */
const readTab = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([document.cookie, document.referrer, window.name, { ...sessionStorage }, { ...localStorage }]),
  )

const ROUTES = ['/api/events', '/exports/rankings.csv', '/api/nothing']

/** How many replies had which status, over every call and route, with `headers`. */
const replay = async (headers: Record<string, string>): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {}
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${desk.origin}${path}`, { ...init, headers, redirect: 'manual' })
    await response.body?.cancel()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  for (const path of ROUTES) await ask(path)
  for (const name of [...CALL_NAMES.map((call) => `call/${call}`), 'downloads'])
    await ask(`/api/${name}`, { method: 'POST', body: '{"fileName":"rankings.csv"}' })
  return statuses
}

test('desk answers 401 to everything that a server on another port collects from the browser', async () => {
  const thief = await startThief()
  const { page } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  await page.getByRole('navigation', { name: 'Brands' }).waitFor()

  // A tab of its own, as a link in any web page opens it; and the desk's own tab, which is led away.
  const other = await page.context().newPage()
  await other.goto(thief.origin)
  const seen = [await readTab(other)]
  await page.evaluate((url) => window.location.assign(url), thief.origin)
  await page.waitForURL(`${thief.origin}/`)
  seen.push(await readTab(page))

  expect(thief.stolen.length).toBeGreaterThanOrEqual(2)
  const cookie = thief.stolen.map((headers) => headers.cookie ?? '').find((text) => text !== '') ?? 'none=none'
  const secrets = [...JSON.stringify([thief.stolen, seen]).matchAll(/[\w-]{24,}/g)].map(([text]) => text)
  const all = CALL_NAMES.length + ROUTES.length + 1
  const json = { origin: desk.origin, 'content-type': 'application/json' }
  expect(await replay({ ...json, cookie })).toEqual({ 401: all })
  for (const secret of new Set(secrets)) {
    const headers = { ...json, cookie, authorization: `Bearer ${secret}`, 'x-desk-token': secret }
    expect(await replay(headers)).toEqual({ 401: all })
  }
  expect(cookie).toBe('none=none')
})
