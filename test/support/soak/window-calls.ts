// What the window asks of the desk in each of its places, heard from the real page: a place that is added later is in the list.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page, Request } from 'playwright-core'
import { CALL_READS, type CallName } from '../../../src-shared/desk/contract.ts'
import type { DeskProcess } from '../desk-process.ts'
import { keepSignedIn } from '../keep-signed-in.ts'
import { listViews, type ShownView } from '../places.ts'

export type WindowCall = { readonly name: CallName; readonly body: string }
export type WindowPlace = { readonly place: string; readonly calls: readonly WindowCall[] }

const ANSWERED_MS = 3000
const CALL = /\/api\/call\/([\w.]+)$/

/** A call that reads: to repeat it changes nothing. A cursor is of one list of one brand. */
const readOf = (request: Request): WindowCall | undefined => {
  const [, name = ''] = CALL.exec(request.url()) ?? []
  if (!Object.hasOwn(CALL_READS, name) || CALL_READS[name as CallName].length === 0) return undefined // checked before
  const body = request.postData() ?? '{}'
  return body.includes('"cursor":"') ? undefined : { name: name as CallName, body }
}

/** Until what it has asked so far is answered: while deliveries come, a page never stops asking. */
const answered = async (page: Page, asked: readonly Request[]): Promise<void> => {
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await paint()
  const all = Promise.allSettled(asked.map((request) => request.response()))
  await Promise.race([all, sleep(ANSWERED_MS)])
  await paint()
}

/** Goes to the view and opens its first row, where it has rows. What it shares with an earlier place is not asked again. */
const callsIn = async (page: Page, { id, title }: ShownView, scope: string, heard: Request[]): Promise<WindowPlace> => {
  heard.length = 0
  await page.goto(`${new URL(page.url()).origin}/#/${id}/${scope}`)
  await page.getByRole('heading', { level: 1, name: title }).first().waitFor()
  await page.locator('#view *').first().waitFor()
  await answered(page, heard)
  const row = page.getByRole('main').locator('[role="grid"] [data-row="0"]').first()
  if (await row.isVisible()) {
    await row.click()
    await page.keyboard.press('Enter')
    await answered(page, heard)
  }
  const reads = heard.flatMap((request) => readOf(request) ?? [])
  const calls = [...new Map(reads.map((call) => [`${call.name} ${call.body}`, call])).values()]
  return { place: `${id}/${scope}`, calls }
}

/** Of every place, for all brands and for this one. */
export const hearWindow = async (
  browser: Browser,
  desk: Pick<DeskProcess, 'origin' | 'session'>,
  brandId: string,
): Promise<readonly WindowPlace[]> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await keepSignedIn(context, desk)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const heard: Request[] = []
  page.on('request', (request) => heard.push(request))
  try {
    await page.goto(desk.origin)
    const views = await listViews(page)
    const all: WindowPlace[] = []
    for (const scope of ['all', brandId]) for (const view of views) all.push(await callsIn(page, view, scope, heard))
    return all
  } finally {
    await context.close()
  }
}
