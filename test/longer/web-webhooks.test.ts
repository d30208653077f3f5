// The inbox of webhooks as a person meets it: addresses and secrets, deliveries good and bad as they come, replay and
// forward, and a receiver that cannot listen.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createOsKeychain } from '../../src-main/keychain/os-keychain.ts'
import { webhookAccount } from '../../src-main/keychain/secret-ring.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { axeFindings, axeInBothThemes, THEME_RULES, tooWide, whenAnswered } from '../support/page-checks.ts'
import { openDeskPage, startWebDesk, type WebDesk } from '../support/web-desk.ts'

const HOSTILE = '<img src=x onerror="globalThis.hasRun = true"><script>globalThis.hasRun = true</script>'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 12 }, historyDays: 1, datasets: ['rankings'] })
})
afterAll(() => web?.close())

const main = (page: Page) => page.getByRole('main')
const grid = (page: Page) => page.getByRole('grid')

const secretOf = (index: number) =>
  web.desk.value('webhooks.rotateSecret', { brandId: web.brand(index).id, sessionOnly: true })

const deliver = (url: string, secret: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body,
  })

const article = (slug: string, title = `Title of ${slug}`) =>
  JSON.stringify({ event: 'article.published', article: { slug, title, words: 900 } })

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

test('an empty inbox leads to a first secret, which is shown once', async () => {
  const brand = web.brand(0)
  const page = await web.open({ at: `#/webhooks/${brand.id}` })
  await main(page).getByText(`No delivery for ${brand.name} yet`).waitFor()
  const example = main(page).getByRole('region', { name: 'Example of a delivery' })
  await example.getByText('"event": "article.published"').waitFor()
  await example.getByText(/^curl -X POST 'http:.*\/hooks\//).waitFor()
  await main(page).getByRole('button', { name: 'Addresses and secrets' }).click()
  await main(page)
    .getByRole('button', { name: `Create a secret … for ${brand.name}` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: `Create a secret for ${brand.name}` }).click()
  await dialog.getByText('It is shown only once').waitFor()
  const secret = (await dialog.getByTestId('secret').textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(20)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(secret)
  const { brands } = await web.desk.value('webhooks.status', {})
  const url = brands.find(({ brandId }) => brandId === brand.id)?.url ?? ''
  expect((await deliver(url, secret, article('first'))).status).toBe(200)
})

test('a secret that no delivery used is rotated without typing a name', async () => {
  const brand = web.brand(2)
  const before = await secretOf(2)
  const page = await web.open({ at: '#/webhooks/all?section=addresses' })
  await main(page)
    .getByRole('button', { name: `Rotate … for ${brand.name}` })
    .click()
  const dialog = page.getByRole('dialog')
  // This machine has no keychain, which is the one thing to agree to.
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: `Rotate the secret of ${brand.name}` }).click()
  const secret = (await dialog.getByTestId('secret').textContent()) ?? ''
  expect(secret).not.toBe(before.secret)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

// The desk of the other tests has no keychain.
describe.skipIf(process.env.AGENCY_DESK_TEST_KEYRING !== 'unlocked')(
  'with the keychain of a real Secret Service (test/support/with-keyring.sh)',
  () => {
    test('a secret that no delivery used is rotated by one click, and is in the keychain', async () => {
      const { DBUS_SESSION_BUS_ADDRESS = '', XDG_RUNTIME_DIR = '' } = process.env
      const env = { AGENCY_DESK_KEYCHAIN: 'os', DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }
      const desk = await startDeskProcess({ isBuilt: true, env })
      onTestFinished(async () => void (await desk.stop()))
      await desk.value('service.setProfile', { baseUrl: web.sandbox.baseUrl })
      const [{ name, key } = { name: '', key: '' }] = web.sandbox.brands
      const { id: brandId } = await desk.value('brands.add', { name, key })
      const before = await desk.value('webhooks.rotateSecret', { brandId })
      const page = await openDeskPage(web.browser, desk, { at: '#/webhooks/all?section=addresses' })
      const rotate = main(page).getByRole('button', { name: `Rotate … for ${name}` })
      await rotate.waitFor()
      await whenAnswered(page)
      await rotate.click()
      const dialog = page.getByRole('dialog')
      const secret = (await dialog.getByTestId('secret').textContent()) ?? ''
      expect(secret).not.toBe(before.secret)
      // Nothing is asked, neither before nor after.
      expect(await dialog.getByRole('textbox').or(dialog.getByRole('checkbox')).count()).toBe(0)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect((await deliver(before.url, secret, article('after-rotation'))).status).toBe(200)
      expect(await createOsKeychain().get(webhookAccount(brandId))).toContain(secret)
    })
  },
)

test('rotating a secret asks for the brand’s name; the old one is accepted for a while, and each delivery shows which one it used', async () => {
  const brand = web.brand(1)
  const before = await secretOf(1)
  expect((await deliver(before.url, before.secret, article('in-use'))).status).toBe(200)
  const page = await web.open({ at: '#/webhooks/all?section=addresses', viewport: { width: 1024, height: 700 } })
  const rows = main(page).getByRole('table', { name: 'Webhook addresses' }).locator('tbody tr')
  await rows.first().waitFor()
  const heights = () => rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
  const usual = await heights()
  await main(page)
    .getByRole('button', { name: `Rotate … for ${brand.name}` })
    .click()
  const dialog = page.getByRole('dialog')
  const rotate = dialog.getByRole('button', { name: `Rotate the secret of ${brand.name}` })
  await dialog.getByRole('checkbox').check()
  await expect.poll(() => rotate.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(brand.name)
  await rotate.click()
  await dialog.getByText('accepted until').waitFor()
  await dialog.getByRole('checkbox', { name: 'I’ve saved it' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await rows.filter({ hasText: brand.name }).getByText('previous until').waitFor()
  expect(await heights()).toEqual(usual)
  expect((await deliver(before.url, before.secret, article('with-the-old-one'))).status).toBe(200)
  await page.goto(`${web.desk.origin}/#/webhooks/${brand.id}`)
  await grid(page).getByText('previous secret used').waitFor()
})

test('a sample arrives live; it is replayed, and forwarded byte for byte with the answer shown', async () => {
  const brand = web.brand(2)
  const { url, secret } = await secretOf(2)
  const page = await web.open({ at: `#/webhooks/${brand.id}` })
  await main(page).getByText(`No delivery for ${brand.name} yet`).waitFor()
  await main(page).getByRole('button', { name: 'Send a sample' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a sample' })
  await dialog.getByRole('textbox', { name: 'Slug' }).fill('from-a-sample')
  await dialog.getByRole('button', { name: `Send a sample for ${brand.name}` }).click()
  await dialog.getByText('Answered 200').waitFor()
  await grid(page).getByText('Sample article').first().waitFor()
  await dialog.getByRole('button', { name: 'View delivery' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('Bearer ***').waitFor()
  await panel.getByRole('region', { name: 'Body of the delivery' }).getByText('"slug": "from-a-sample"').waitFor()
  await panel.getByRole('button', { name: 'Replay here' }).click()
  await page.getByText('Replayed').or(page.getByText('Nothing to apply')).first().waitFor()

  const got: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      got.push(text)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const field = panel.getByRole('textbox', { name: 'Address to forward to' })
  await field.fill('http://example.com/')
  await panel.getByRole('button', { name: 'Forward' }).click()
  await panel.getByText('Use https, or http on this machine').waitFor()
  await field.fill(`http://127.0.0.1:${port}/hook`)
  await panel.getByRole('button', { name: 'Forward' }).click()
  await panel.getByRole('list', { name: 'Forwards' }).getByText('answered 204').waitFor()
  const { rows } = await web.desk.value('webhooks.deliveries', { brandIds: [brand.id] })
  expect(got).toEqual([(await web.desk.value('webhooks.delivery', { id: rows[0]?.id ?? '' })).body])

  // Of a sample nothing is published: the calendar has only what a sender reported.
  expect((await deliver(url, secret, article('really-out'))).status).toBe(200)
  await page.goto(`${web.desk.origin}/#/calendar/${brand.id}?span=list`)
  const card = (slug: string) => main(page).locator('[data-entry]').filter({ hasText: slug })
  await card('really-out').waitFor()
  expect(await card('from-a-sample').count()).toBe(0)
})

test('rejected deliveries are counted by reason and found by filters, and hostile text is inert', async () => {
  const { url, secret } = await secretOf(0)
  const page = await web.open({ at: '#/webhooks/all' })
  expect((await deliver(url, secret, '{"no":"article"}')).status).toBe(400)
  expect(
    (await deliver(url, secret, JSON.stringify({ event: 'article.deleted', article: { slug: 'x', title: HOSTILE } })))
      .status,
  ).toBe(200)
  expect((await deliver(url, secret, article('hostile-title', HOSTILE))).status).toBe(200)
  expect((await deliver(url, 'wrong', '{}')).status).toBe(401)
  await grid(page).getByText('unknown event').waitFor()
  await grid(page).getByText(HOSTILE).first().click()
  await page.getByRole('complementary').getByText('<img src=x').first().waitFor()
  await main(page).locator('label').filter({ hasText: 'rejected' }).click()
  await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('2')
  const refused = main(page).getByRole('table', { name: 'Refused requests' })
  await refused.getByText('Wrong or missing secret (401)').waitFor()
  await refused.getByText(web.brand(0).name).first().waitFor()
  await main(page)
    .getByRole('status')
    .filter({ hasText: /[1-9]\d* requests? refused/ })
    .waitFor()
  await page.goto(`${web.desk.origin}/#/webhooks/all?section=settings`)
  await main(page).getByText('Wrong or missing secret (401)').first().waitFor()
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
})

test('a taken port is shown with the fix, and earlier deliveries can still be read', async () => {
  const { port } = await web.desk.value('webhooks.status', {})
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port: taken } = blocker.address() as AddressInfo // it listens on a port
  const page = await web.open({ at: '#/webhooks/all' })
  await main(page).getByText('Listening on').waitFor()
  await web.desk.value('webhooks.configure', { port: taken })
  const alert = main(page).getByRole('alert').filter({ hasText: 'The receiver cannot receive webhooks' })
  await alert.getByText(String(taken)).first().waitFor()
  if (process.platform === 'linux')
    await alert.getByText(`Port ${taken} on 127.0.0.1 is held by process ${process.pid} (`).waitFor()
  expect(Number(await grid(page).getAttribute('aria-rowcount'))).toBeGreaterThan(1)
  blocker.close()
  await once(blocker, 'close')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
  await main(page).getByText(`Listening on 127.0.0.1:${taken}`).waitFor()
  expect(port).not.toBe(taken)
})

test.runIf(process.platform === 'linux')(
  'a program that listens at the same port of ::1 is shown with the advice',
  async () => {
    const { port } = await web.desk.value('webhooks.status', {})
    const beside = createServer().listen({ port, host: '::1', ipv6Only: true })
    await once(beside, 'listening')
    const page = await web.open({ at: '#/webhooks/all?section=settings' })
    const alert = main(page)
      .getByRole('alert')
      .filter({ hasText: `Port ${port} on ::1 is held by process ${process.pid}` })
    await alert.getByText('Let them use 127.0.0.1.').waitFor()
    await main(page).getByText('Used by this desk and process').waitFor()
    expect(await axeFindings(page, { rules: THEME_RULES })).toEqual([])
    beside.close()
  },
)

test('axe finds nothing serious in either theme, and nothing scrolls sideways', async () => {
  const { rows } = await web.desk.value('webhooks.deliveries', { limit: 1 })
  const places = [
    'webhooks/all',
    `webhooks/all?open=${rows[0]?.id}`,
    'webhooks/all?section=addresses',
    'webhooks/all?section=settings',
  ]
  const page = await web.open()
  const found: Record<string, readonly string[]> = {}
  for (const at of places) {
    await page.goto(`${web.desk.origin}/#/${at}`)
    await main(page).getByText('Listening on').waitFor()
    await whenAnswered(page)
    found[at] = [...(await tooWide(page)), ...(await axeInBothThemes(page, { within: '#view' }))]
  }
  expect(found).toEqual(Object.fromEntries(places.map((at) => [at, []])))
})
