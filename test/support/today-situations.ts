// A desk whose start page has an item of almost every kind, in the window of a browser.
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import { cmsControl } from './publishing-desk.ts'
import { syncAll } from './sync-all.ts'
import { startWebDesk, type WebDesk } from './web-desk.ts'

export const until = (isDone: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 30_000, interval: 100 })

export const listOf = async ({ desk }: WebDesk): Promise<readonly TodayItem[]> =>
  (await desk.value('today.list', {})).items
export const itemOf = async (web: WebDesk, kind: TodayItem['kind']): Promise<TodayItem> => {
  const item = (await listOf(web)).find((one) => one.kind === kind)
  if (item === undefined) throw new Error(`Nothing of ${kind} needs attention.`)
  return item
}

export const row = (page: Page, { id }: Pick<TodayItem, 'id'>) => page.locator(`[data-item="${id}"]`)
export const place = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash))
export const openToday = async (web: WebDesk, at = '#/today/all') => {
  const page = await web.open({ at })
  await page.locator('[data-today]').waitFor()
  return page
}

/** All but the drops, which are of the third brand: of the second one. The first one has nothing to do. */
const makeSituations = async (web: WebDesk) => {
  const { desk, sandbox } = web
  const hasEnded = async (id: string) => (await desk.value('intents.get', { id })).endedAt !== null
  const { id: brandId } = web.brand(1)
  const teamId = web.brand(1).teamId ?? ''
  const hold = { brandId, holdSeconds: 0 }
  await cmsControl(sandbox.controlUrl).failing({ provider: 'ghost', fail: 'item', text: 'password expired' })
  const failed = await desk.value('publishing.publish', { ...hold, articleSlugs: ['tea'], provider: 'ghost' })
  await until(() => hasEnded(failed.intentId))
  const publishAt = new Date(Date.now() + 1500).toISOString()
  const late = await desk.value('publishing.schedule', {
    ...hold,
    articleSlug: 'coffee',
    provider: 'webhook',
    publishAt,
  })
  await until(() => hasEnded(late.intentId))
  const { rows } = await desk.value('contacts.page', { brandIds: [brandId], filter: { hasEmail: true }, limit: 1 })
  const items = [
    { prospectEmailId: rows[0]?.id ?? '', subject: 'An idea', body: 'Hello' },
    { subject: 'An idea', body: 'Hello nobody' },
  ]
  const queued = await desk.value('outreach.queue', { ...hold, items, accept: ['already-queued', 'contacted-before'] })
  await until(() => hasEnded(queued.intentId))
  await desk.value('research.setAuditSite', { brandId, url: 'example.com', remindEveryDays: 3 })
  await fetch(`${sandbox.controlUrl}/connectors`, {
    method: 'POST',
    body: JSON.stringify({ teamId, permissions: { cms_publish: 'allow', cms_schedule: 'deny' } }),
  })
  await syncAll(desk, { brandIds: [brandId], datasets: ['connectors'] })
  await sandbox.fault({ operation: 'cms.publish', kind: 'cut', at: 'after', teamId })
  const lost = await desk.value('publishing.publish', { ...hold, articleSlugs: ['cocoa'], provider: 'ghost' })
  await until(() => hasEnded(lost.intentId))
  const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId, sessionOnly: true })
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: 'no JSON' })
  await sandbox.fault({ operation: 'topicClusters.list', kind: 'malformed', teamId, times: 9 })
  await syncAll(desk, { brandIds: [brandId], datasets: ['clusters'] })
  await until(async () => (await listOf(web)).some(({ kind }) => kind === 'overdue'))
}

/** Three brands: nothing is to be done for the first one, the third one has drops, the second one all else. */
export const startToday = async (): Promise<WebDesk> => {
  const web = await startWebDesk({
    sandbox: { brands: 3, keywords: 200, days: 50 },
    historyDays: 36,
    datasets: ['rankings', 'contacts', 'connectors'],
  })
  await syncAll(web.desk, { brandIds: [web.brand(2).id], datasets: ['history'] })
  await makeSituations(web)
  return web
}
