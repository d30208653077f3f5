// The attack from another account of the same machine: a server on another port of 127.0.0.1, which the person's own
// browser visits. Whatever reaches that server is replayed against every call and route of the desk.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { CALL_NAMES } from '../../src-shared/desk/contract.ts'
import { SESSION_SLOT, TOKEN_HEADER } from '../../src-shared/desk/values/web-session.ts'
import { freshAddress, openPage } from '../support/browser.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { type DeskProcess, type DeskProcessOptions, startDeskProcess } from '../support/desk-process.ts'
import { holdSilentConnections } from '../support/silent-connections.ts'
import { tempHome } from '../support/temp-home.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

const startDesk = async (options: DeskProcessOptions = {}): Promise<DeskProcess> => {
  const desk = await startDeskProcess(options)
  onTestFinished(() => void desk.stop())
  return desk
}

/** A page that opened a fresh address, in a browser profile of its own. */
const openSignedIn = async (desk: DeskProcess): Promise<Page> => {
  const { page } = await openPage(browser)
  await page.goto(await freshAddress(desk))
  await seesDesk(page)
  return page
}
const seesDesk = (page: Page) => page.getByRole('heading', { name: 'Add your first brand' }).waitFor()

const listenOn = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return (server.address() as AddressInfo).port // TCP
}

/** The attacker's server: keeps the headers of every request, and answers with a page of nothing. */
const startThief = async () => {
  const stolen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    stolen.push(request.headers)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Nothing here</p>')
  })
  return { origin: `http://127.0.0.1:${await listenOn(server, 0)}`, stolen }
}

/** What a page of the attacker can read in this tab. */
const readTab = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([document.cookie, document.referrer, window.name, { ...sessionStorage }, { ...localStorage }]),
  )

const secretsIn = (text: string): string[] => [...new Set([...text.matchAll(/[\w-]{24,}/g)].map(([secret]) => secret))]

const ROUTES = ['/api/events', '/exports/rankings.csv', '/api/nothing']
const ALL_REFUSED = { 401: CALL_NAMES.length + ROUTES.length + 1 }

/** How many replies had which status, over every call and route, with these headers. */
const replay = async ({ origin }: DeskProcess, stolen: Record<string, string>): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {}
  const headers = { origin, 'content-type': 'application/json', ...stolen }
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: 'manual' })
    await response.body?.cancel()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  for (const path of ROUTES) await ask(path)
  for (const name of [...CALL_NAMES.map((call) => `call/${call}`), 'downloads'])
    await ask(`/api/${name}`, { method: 'POST', body: '{"fileName":"rankings.csv"}' })
  return statuses
}

test('desk answers 401 to everything that a server on another port collects from the browser', async () => {
  const desk = await startDesk()
  const thief = await startThief()
  const page = await openSignedIn(desk)

  // A tab of its own, as a link in any web page opens it; and the desk's own tab, which is led away.
  const other = await page.context().newPage()
  await other.goto(thief.origin)
  const seen = [await readTab(other)]
  await page.evaluate((url) => window.location.assign(url), thief.origin)
  await page.waitForURL(`${thief.origin}/`)
  seen.push(await readTab(page))

  expect(thief.stolen.length).toBeGreaterThanOrEqual(2)
  const cookie = thief.stolen.map((headers) => headers.cookie ?? '').find((text) => text !== '') ?? 'none=none'
  expect(await replay(desk, { cookie })).toEqual(ALL_REFUSED)
  for (const secret of secretsIn(JSON.stringify([thief.stolen, seen])))
    expect(await replay(desk, { cookie, authorization: `Bearer ${secret}`, [TOKEN_HEADER]: secret })).toEqual(
      ALL_REFUSED,
    )
  expect(cookie).toBe('none=none')
  // The same replay with a real session gets through: a stolen one would be noticed above.
  const found = await replay(desk, { authorization: `Bearer ${desk.session}` })
  expect(found[200]).toBeGreaterThanOrEqual(CALL_NAMES.length)
})

test('a page from another port gets no session from the tabs of the desk, which a tab of the desk gets', async () => {
  const desk = await startDesk()
  const thief = await startThief()
  const page = await openSignedIn(desk)
  const other = await page.context().newPage()
  await other.goto(thief.origin)
  await other.evaluate((slot) => {
    const heard: string[] = []
    const channel = new BroadcastChannel(slot)
    channel.onmessage = ({ data }) => heard.push(data)
    channel.postMessage('ask')
    Object.assign(window, { heard })
  }, SESSION_SLOT)
  const tab = await page.context().newPage()
  await tab.goto(desk.origin)
  await seesDesk(tab)
  expect(await other.evaluate(() => (window as Window & { heard?: string[] }).heard)).toEqual([])
  expect(await readTab(other)).toBe('["","","",{},{}]')
})

test('a page loads and its calls are answered, while 300 silent connections are renewed', async () => {
  const desk = await startDesk()
  const { renewed } = await holdSilentConnections(Number(new URL(desk.origin).port), 300)
  const page = await openSignedIn(desk)
  await page.reload()
  await seesDesk(page)
  const call = (): Promise<boolean> =>
    page.evaluate(async (slot) => {
      const headers = {
        authorization: `Bearer ${sessionStorage.getItem(slot)}`,
        'content-type': 'application/json',
      }
      const response = await fetch('/api/call/brands.list', { method: 'POST', headers, body: '{}' })
      return response.ok
    }, SESSION_SLOT)
  for (let n = 0; n < 20 || renewed() === 0; n += 1) expect(await call()).toBe(true)
})

const TAKE_OVER = `<!doctype html><title>impostor</title><script>
navigator.serviceWorker.register('/worker.js')
navigator.serviceWorker.ready.then(() => { document.title = 'ready' })
</script>`
/** Answers every page of its origin from then on, also when the desk is back. */
const WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(new Response('<!doctype html><h1>impostor</h1>', {
  headers: { 'content-type': 'text/html' }
})))`

/** Another user's server on the port that a desk had. It answers what the desk answers, as far as it can know it. */
const startImpostor = async (port: number) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const [type, body] =
      request.url === '/api/events'
        ? ['text/event-stream', 'event: desk.ready\ndata: {"run":"another"}\n\n']
        : request.url === '/worker.js'
          ? ['text/javascript', WORKER]
          : request.url === '/'
            ? ['text/html', TAKE_OVER]
            : ['application/json', '{"ok":true,"value":{}}']
    response.writeHead(200, { 'content-type': type }).write(body)
    if (request.url !== '/api/events') response.end()
  })
  await listenOn(server, port)
  const close = async () => {
    const closed = once(server, 'close')
    server.close().closeAllConnections()
    await closed
  }
  return { asked, close }
}

test('a server that takes the port of an ended desk gets nothing from its page and nothing of the next desk', async () => {
  const { home } = tempHome()
  // As it is started by default, without a port in its environment.
  const options = { home, env: { AGENCY_DESK_PORT: '' } }
  const desk = await startDesk(options)
  const page = await openSignedIn(desk)
  const idle = await page.context().newPage()
  const seesSettings = async () => {
    await idle.goto(`${desk.origin}/#/settings/all`)
    await idle.getByRole('heading', { name: 'Settings' }).waitFor()
  }
  await seesSettings()
  await idle.goto(`${desk.origin}/#/overview/all`)
  await seesDesk(idle)
  await desk.stop()
  const impostor = await startImpostor(Number(new URL(desk.origin).port))

  // The open page goes on asking for the desk. It sees that another server answers, and sends no call any more.
  await idle.getByText('This page is signed out.').waitFor()
  await seesSettings()
  expect(impostor.asked).toContain('GET /api/events')
  expect(impostor.asked.filter((line) => line.startsWith('POST'))).toEqual([])

  // The page that is loaded again is the impostor's: it reads what that tab kept, and stays in the browser.
  await page.reload()
  await page.waitForFunction(() => document.title === 'ready')
  const stolen = secretsIn(await readTab(page))
  expect(stolen).toHaveLength(1)
  await impostor.close()

  const next = await startDesk(options)
  for (const secret of stolen) expect(await replay(next, { authorization: `Bearer ${secret}` })).toEqual(ALL_REFUSED)
  const opened = await page.context().newPage()
  await opened.goto(await freshAddress(next))
  expect(await opened.getByRole('heading').first().textContent()).not.toBe('impostor')
  await seesDesk(opened)
})
