// The user guide: every picture is made by a step that still works, and every place opens its page.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guidePageOf } from '../../src-renderer/views/guide/page-of-view.ts'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { startDemoDesk } from '../support/demo-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { goToShot, SHOT_SIZE, SHOTS } from '../support/guide-shots.ts'
import { axeFindings, whenAnswered } from '../support/page-checks.ts'
import { listViews } from '../support/places.ts'
import { openDeskPage } from '../support/web-desk.ts'

/** `npm run guide` keeps the pictures here. */
const IMAGES = process.env.GUIDE_IMAGES
const folder = join(import.meta.dirname, '../../docs/guide')
const texts = new Map(globSync('*.md', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

let browser: Browser
let desk: DeskProcess
let brands: readonly Brand[]
beforeAll(async () => {
  const [started, demo] = await Promise.all([sharedBrowser(), startDemoDesk()])
  browser = started
  desk = demo.desk
  brands = demo.brands
})
afterAll(async () => {
  await desk?.stop()
})

test('each step of the pictures works in the demo', async () => {
  await desk.value('desk.setSettings', { theme: 'light' })
  const page = await openDeskPage(browser, desk, { viewport: SHOT_SIZE })
  for (const shot of SHOTS) {
    await goToShot(page, shot, { origin: desk.origin, brands })
    if (IMAGES !== undefined) {
      // Nothing looks pointed at.
      await page.mouse.move(0, 0)
      await page.screenshot({ path: join(IMAGES, `${shot.name}.png`) })
    }
    await page.keyboard.press('Escape')
  }
})

test('each picture of the guide is made by one step, and each step is shown', () => {
  const shown = [...texts.values()].flatMap((text) =>
    [...text.matchAll(/\(images\/([\w-]+)\.png\)/g)].map(([, name]) => name),
  )
  const made = SHOTS.map(({ name }) => name)
  expect(shown.toSorted()).toEqual(made.toSorted())
  const files = globSync('images/*.png', { cwd: folder }).map((name) => basename(name, '.png'))
  expect(files.toSorted()).toEqual(made.toSorted())
})

test('the index links every page', () => {
  const linked = [...(texts.get('README.md') ?? '').matchAll(/\(([\w-]+\.md)\)/g)].map(([, name]) => name)
  expect(['README.md', ...linked].toSorted()).toEqual([...texts.keys()].toSorted())
})

test('every place opens its page of the guide, with its pictures', async () => {
  const page = await openDeskPage(browser, desk)
  const placeIds = (await listViews(page)).map(({ id }) => id)
  const seen: Record<string, string> = {}
  for (const id of placeIds.filter((one) => one !== 'guide')) {
    await page.goto(`${desk.origin}/#/${id}/all`)
    await page.getByRole('button', { name: 'Guide to this place' }).click()
    seen[id] = (await page.getByRole('article').getByRole('heading', { level: 1 }).textContent()) ?? ''
  }
  const titles = placeIds.filter((one) => one !== 'guide').map((id) => [id, titleOf(guidePageOf(id))])
  expect(seen).toEqual(Object.fromEntries(titles))
  expect(placeIds.filter((id) => guidePageOf(id) === 'README')).toEqual(['guide'])
  await everyPictureLoads(page)
  expect(await axeFindings(page, { within: '#view' })).toEqual([])
})

const titleOf = (id: string): string => /^# (.+)$/m.exec(texts.get(`${id}.md`) ?? '')?.[1] ?? ''

const everyPictureLoads = async (page: Page) => {
  for (const id of texts.keys()) {
    await page.goto(`${desk.origin}/#/guide/all?page=${id.replace('.md', '')}`)
    await whenAnswered(page)
    const broken = () =>
      page
        .locator('article img')
        .evaluateAll(
          (images) =>
            images.filter(
              (image) => !(image as HTMLImageElement).complete || (image as HTMLImageElement).naturalWidth === 0,
            ).length,
        )
    await expect.poll(broken).toBe(0)
  }
}
