// Text from the service, from an export and from a person is text wherever it is shown: it runs nothing, loads nothing
// and leads nowhere.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectColumn, readGrid } from '../support/read-grid.ts'
import { syncAll } from '../support/sync-all.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

const OUTSIDE = 'http://outside.invalid'
const HOSTILE = [
  '<img src=x onerror="globalThis.wasRun=1">',
  `<img src="${OUTSIDE}/pixel.png">`,
  '<script>globalThis.wasRun=1</script>',
  '"><svg onload=globalThis.wasRun=1>',
  "'-globalThis.wasRun=1-'",
  'javascript:globalThis.wasRun=1',
  `[a link](${OUTSIDE}) ![a picture](${OUTSIDE}/p.png)`,
  '=HYPERLINK("http://outside.invalid","x")',
  '@SUM(1+1)*cmd|calc',
  '{{constructor.constructor("globalThis.wasRun=1")()}}',
  `<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe>`,
  `<style>@import "${OUTSIDE}/x.css";*{background:url(${OUTSIDE}/b.png)}</style>`,
  '\u202Etxt.exe\u202C after',
  '&lt;b&gt; &amp; &#x3c;',
  '</textarea></title><h1>large</h1>',
  '__proto__',
  `${'W'.repeat(300)}`,
]
const NAMES = ['<img src=x onerror=globalThis.wasRun=1>', '\u202Egnorw eht\u202C =1+1 <b>bold</b>']

let web: WebDesk
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-desk-hostile-'))
  const rows = HOSTILE.map((query, index) => [query, 900 - index, 1000, '90%', index + 1])
  const csv = stringify([['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'], ...rows])
  const files = ['one.csv', 'two.csv'].map((name) => join(folder, name))
  for (const file of files) writeFileSync(file, csv)
  web = await startWebDesk({
    sandbox: { searchConsoleFiles: files },
    names: NAMES,
    historyDays: 2,
    datasets: ['rankings'],
  })
})
afterAll(async () => {
  await web?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Counts what the page did with hostile text, when the test ends. */
const openWatched = async (at: string): Promise<Page> => {
  const page = await web.open({ at })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('popup', (popup) => dialogs.push(`a window of ${popup.url()}`))
  onTestFinished(() => expect(dialogs).toEqual([]))
  return page
}
const effects = (page: Page) =>
  page.evaluate(() => ({
    wasRun: Reflect.get(globalThis, 'wasRun') ?? null,
    // The component library's own styles carry the page's nonce; a style of anyone else does not.
    elements: [...document.querySelectorAll<HTMLElement>('#root :is(img, iframe, script, style, h1 ~ h1)')]
      .filter((element) => element.nonce === '')
      .map((element) => element.outerHTML),
    links: [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^(#\/|https?:\/\/|\/exports\/|mailto:)/.test(href)),
  }))
const NOTHING = { wasRun: null, elements: [], links: [] }

/** The service answers with rows whose every text is hostile. */
const makeListingsHostile = async () => {
  const text = (index: number) => HOSTILE[index % HOSTILE.length] ?? ''
  const prospects = HOSTILE.map((hostile, index) => ({
    id: `p${index}`,
    status: text(index + 1),
    domain: hostile,
    title: text(index + 2),
    url: text(index + 3),
    note: { deep: [text(index + 4)] },
    [hostile]: hostile,
  }))
  const contacts = HOSTILE.map((hostile, index) => ({
    id: `c${index}`,
    prospectId: `p${index}`,
    name: hostile,
    role: text(index + 1),
    email: text(index + 2),
    linkedin: text(index + 5),
  }))
  const bodies = {
    'outreach.prospects': { items: prospects, discoveryStatus: text(0), mentionCheckStatus: text(2) },
    'outreach.contacts': { items: contacts },
  } as const
  for (const [operation, body] of Object.entries(bodies) as [keyof typeof bodies, object][]) // its own keys
    await web.sandbox.fault({ operation, kind: 'malformed', body: JSON.stringify(body), times: 2 })
  await syncAll(web.desk, { datasets: ['prospects', 'contacts'] })
}

test('keywords and brand names are shown as they are written, in every view', async () => {
  const brand = web.brand(0)
  const page = await openWatched(`#/rankings/${brand.id}`)
  const { rows, total } = await web.desk.value('rankings.page', {
    brandIds: [brand.id],
    limit: 60,
    sort: { by: 'clicks', direction: 'desc' },
  })
  expect(rows.map((row) => row.keyword)).toEqual(HOSTILE)
  await expectColumn(page, { label: `Rankings of ${NAMES[0]}`, column: 'Keyword' }, { total, texts: HOSTILE })
  const side = page.getByRole('complementary')
  for (const keyword of HOSTILE.slice(0, 7)) {
    await page.getByRole('grid').getByText(keyword, { exact: true }).click()
    await side.getByRole('heading', { name: keyword, exact: true }).waitFor()
    await side.getByRole('figure').first().waitFor()
  }
  expect(await effects(page)).toEqual(NOTHING)
  for (const view of ['overview', 'rankings', 'sync', 'settings']) {
    await page.goto(`${web.desk.origin}/#/${view}/all${view === 'settings' ? '?section=keys' : ''}`)
    await page
      .getByRole('main')
      .getByText(NAMES[0] ?? '', { exact: true })
      .first()
      .waitFor()
    expect(await effects(page)).toEqual(NOTHING)
  }
})

test('hostile fields and links of prospects and contacts are shown as text', async () => {
  await makeListingsHostile()
  const brand = web.brand(0)
  const page = await openWatched(`#/prospects/${brand.id}`)
  const label = `Prospects of ${brand.name}`
  await expect.poll(async () => (await readGrid(page, label))?.total).toBe(HOSTILE.length)
  const side = page.getByRole('complementary')
  const grid = page.getByRole('grid')
  for (const index of HOSTILE.keys()) {
    await grid.press(index === 0 ? 'Enter' : 'j')
    await side.waitFor()
    expect(await effects(page)).toEqual(NOTHING)
  }
  await page.goto(`${web.desk.origin}/#/contacts/${brand.id}`)
  await expect.poll(async () => (await readGrid(page, `Contacts of ${brand.name}`))?.total).toBe(HOSTILE.length)
  const names = (await readGrid(page, `Contacts of ${brand.name}`))?.rows.map((row) => row.Name)
  expect(names).toEqual(expect.arrayContaining([HOSTILE[0], HOSTILE[2]]))
  await page.getByRole('grid').press('Enter')
  await side.waitFor()
  expect(await effects(page)).toEqual(NOTHING)
})

test('hostile text is inert in the palette, dialogs, toasts and errors', async () => {
  const brand = web.brand(0)
  const page = await openWatched(`#/rankings/${brand.id}`)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByPlaceholder('Find a brand, place, action, keyword or contact').fill('<img')
  await palette.getByText(brand.name, { exact: true }).waitFor()
  expect(await effects(page)).toEqual(NOTHING)
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+E')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Save ${brand.name}` })
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove …' }).click()
  expect(await effects(page)).toEqual(NOTHING)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const body = JSON.stringify({ error: HOSTILE[0], message: HOSTILE[2] })
  await web.sandbox.fault({ operation: 'topicClusters.list', kind: 'status', status: 403, body, times: 4 })
  await syncAll(web.desk, { brandIds: [brand.id], datasets: ['clusters'] })
  await page.goto(`${web.desk.origin}/#/sync/all`)
  await page
    .getByRole('listitem')
    .filter({ hasText: HOSTILE[0] ?? '' })
    .first()
    .waitFor()
  expect(await effects(page)).toEqual(NOTHING)
})

test('a page address with hostile parts opens nothing', async () => {
  const page = await openWatched(
    `#/${encodeURIComponent('<img src=x onerror=globalThis.wasRun=1>')}/%E0%A4?keyword=%3Cscript%3E`,
  )
  await page.getByRole('main').waitFor()
  await page.goto(
    `${web.desk.origin}/#/rankings/${web.brand(0).id}?brand=${web.brand(0).id}&keyword=${encodeURIComponent(HOSTILE[0] ?? '')}`,
  )
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: HOSTILE[0] ?? '', exact: true })
    .waitFor()
  expect(await effects(page)).toEqual(NOTHING)
})
