// What a person waits for in the window with 2,000 brands, in a real Chromium: the start, the brand list, a switch of the
// brand, the places that list what all brands have, and the scroll of lists with a row or a column for each brand.
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/chromium.ts'
import { type Bench, type BenchRow, judge, judgeAtRest, median } from './bench.ts'
import { withMany } from './many-brands-cache.ts'
import { openPage, visitPlaces } from './places.ts'
import type { FilledCache } from './rank-cache.ts'
import { homeOf, type OpenedDesk, openDesk } from './support/opened-desk.ts'
import { withSlowness } from './support/slowness.ts'
import { type Scrolled, scrollRows } from './window-scroll.ts'
import { startsOf } from './window-start.ts'
import { switchRow } from './window-switch.ts'

const LETTERS_MAX_MS = 50
const LOOKED_FOR = ['brand 17', 'nd 9', '1234', 'bra 42']
const PLACES = ['today', 'overview', 'rankings', 'movers', 'permissions', 'calendar']
/** As `addToday` dates the articles. */
const WEEK = '#/calendar/all?span=week&day=2026-02-20'
const LIST = '#/calendar/all?span=list&day=2026-02-20'

type ManyCaches = { readonly ten: FilledCache; readonly few: FilledCache; readonly many: FilledCache }

const brandsIn = ({ brandIds }: Pick<FilledCache, 'brandIds'>): string =>
  `${brandIds.length.toLocaleString('en')} brands`

/** Milliseconds from each key in the filter of the brand list until what it found is painted. */
const lookFor = async ({ context, origin }: OpenedDesk): Promise<number[]> => {
  const page = await context.newPage()
  await page.goto(`${origin}/#/rankings/all`)
  await page.locator('#brand-list [data-brand]').first().waitFor()
  await page.waitForTimeout(1_000)
  const times: number[] = []
  for (const text of LOOKED_FOR) {
    await page.locator('#brand-filter').fill('')
    await page.locator('#brand-filter').focus()
    for (const letter of text) times.push(await typed(page, letter))
  }
  await page.close()
  return times
}

type TypedWindow = Window & { typedMs?: Promise<number> }

const typed = async (page: Page, letter: string): Promise<number> => {
  await page.evaluate(() => {
    const untilPainted = new Promise<number>((resolve) => {
      const onKey = ({ timeStamp }: KeyboardEvent) =>
        window.addEventListener(
          'input',
          () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp))),
          { once: true },
        )
      window.addEventListener('keydown', onKey, { capture: true, once: true })
    })
    Object.assign(window, { typedMs: untilPainted })
  })
  await page.keyboard.press(letter === ' ' ? 'Space' : letter)
  return (await page.evaluate(() => (window as TypedWindow).typedMs)) ?? Number.NaN
}

const listRow = async (few: OpenedDesk, many: OpenedDesk): Promise<BenchRow> => {
  const fewMs = median(await lookFor(few))
  const { value: times, slowness } = await withSlowness(() => lookFor(many))
  const manyMs = median(times)
  return judgeAtRest({
    name: `a letter in the filter of the brand list, key press to painted rows, ${brandsIn(many)}`,
    against: `${LETTERS_MAX_MS} ms`,
    ratio: manyMs / LETTERS_MAX_MS,
    slowness,
    measured: { manyMs, fewMs },
  })
}

const placeRows = async (few: OpenedDesk, many: OpenedDesk): Promise<BenchRow[]> => {
  const asItIs = () => undefined
  const ofFew = await visitPlaces(await openPage(few, asItIs), PLACES)
  const ofMany = await visitPlaces(await openPage(many, asItIs), PLACES)
  return PLACES.map((place) => {
    const [fewMs, manyMs] = [median(ofFew.get(place) ?? []), median(ofMany.get(place) ?? [])]
    return judge({
      name: `${place} of all brands, second visit, to its last change, ${brandsIn(many)}`,
      against: brandsIn(few),
      ratio: manyMs / fewMs,
      atMost: 2,
      measured: { manyMs, fewMs },
    })
  })
}

const SCROLLED: readonly Scrolled[] = [
  {
    name: 'scroll of permissions',
    hash: '#/permissions/all',
    scroller: '[role="grid"]',
    row: '[data-row="1"] [data-col="0"]',
    cells: '[data-row] [data-col="0"]',
    isAcross: true,
  },
  {
    name: 'scroll of a week of the calendar',
    hash: WEEK,
    scroller: '[aria-label="Week of all brands"]',
    row: '[data-brand]',
    cells: '[data-brand]:nth-of-type(2) > *',
  },
  {
    name: 'scroll of a list of the calendar',
    hash: LIST,
    scroller: '[aria-label="List"]',
    row: 'tbody tr',
    cells: 'tbody tr:first-of-type > *',
  },
]

const scrolls = async (desk: OpenedDesk): Promise<BenchRow[]> => {
  const rows: BenchRow[] = []
  for (const scrolled of SCROLLED) rows.push(...(await scrollRows(desk, { rows: desk.brandIds.length, ...scrolled })))
  return rows
}

const startRow = async (few: FilledCache, many: FilledCache): Promise<BenchRow> => {
  const { fewMs, manyMs } = await startsOf(homeOf(few), homeOf(many))
  return judge({
    name: `start to rows with a browser that runs already, ${brandsIn(many)}`,
    against: brandsIn(few),
    ratio: manyMs / fewMs,
    atMost: 2,
    measured: { manyMs, fewMs },
  })
}

const rowsOf = async ({ ten, few, many }: ManyCaches): Promise<BenchRow[]> => {
  const rows = [await startRow(few, many)]
  const browser = await launchBrowser()
  const desks: OpenedDesk[] = []
  try {
    for (const filled of [ten, few, many]) desks.push(await openDesk(browser, filled))
    const [ofTen, ofFew, ofMany] = desks
    if (ofTen === undefined || ofFew === undefined || ofMany === undefined) return rows
    rows.push(await listRow(ofFew, ofMany), await switchRow(ofMany, ofTen))
    rows.push(...(await placeRows(ofFew, ofMany)), ...(await scrolls(ofMany)))
    return rows
  } finally {
    for (const desk of desks) await desk.close()
    await browser.close()
  }
}

export const manyBrandsWindowBench: Bench = {
  name: 'many-brands-window',
  run: () => withMany(10, (ten) => withMany(200, (few) => withMany(2000, (many) => rowsOf({ ten, few, many })))),
}
