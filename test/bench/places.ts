// Each place of the window on a desk of 200 brands after years, opened a second time: from the change of its address until
// nothing in it changes any more, and the first letter in the filters of two lists. Against it the same page with static data,
// place by place in turn: a busy machine slows both.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/chromium.ts'
import { fillLargeFolder } from '../support/large-folder/fill.ts'
import { listViews } from '../support/places.ts'
import { homePaths } from '../support/temp-home.ts'
import { type Bench, type BenchRow, judge, judgeAtRest, median } from './bench.ts'
import { type OpenedDesk, openFolder } from './support/opened-desk.ts'
import { playCalls, type Recording, recordCalls, recordedBy } from './support/recorded-desk.ts'
import { slownessNow } from './support/slowness.ts'

const VISITS = 5
const PLACE_MAX_MS = 150
const LETTER_MAX_MS = 100
/** Times the same page with static data. */
const STATIC_MAX = 1.5
/** In between another place is open, whose rows are few. */
const BETWEEN = 'branding'
/** They do not list what brands have. */
const LEFT_OUT = new Set(['guide', 'settings', 'sql', BETWEEN])
/** Lists with the most rows to search, and what is chosen there first. */
const FILTERED = [
  { list: 'Rankings', view: 'rankings', choice: null },
  { list: 'Movers, all moves', view: 'movers', choice: 'All moves' },
] as const

type CountingWindow = Window & { openCalls?: number }

/** Call before the page is opened: it counts what it has asked and not been answered. */
const countCalls = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counting: CountingWindow = window
    counting.openCalls = 0
    const ask = window.fetch
    window.fetch = (input, init) => {
      counting.openCalls = (counting.openCalls ?? 0) + 1
      return ask(input, init).finally(() => {
        counting.openCalls = (counting.openCalls ?? 0) - 1
      })
    }
  })

/**
 * Milliseconds from `act` in the page until the last change before a time in which nothing changed in the place, two
 * frames included. The bar of held actions counts down by the second. An attribute that is as it was is no change: React
 * removes and sets the name of each input that it renders again.
 */
const untilStill = (page: Page, act: { hash: string } | { letter: string }): Promise<number> =>
  page.evaluate(async (wanted) => {
    const QUIET_MS = 250
    const started = performance.now()
    let last = started
    const isChange = ({ target, attributeName, oldValue }: MutationRecord, seen: Map<Node, Set<string>>) => {
      const element = target instanceof Element ? target : target.parentElement
      if (element?.closest('[aria-label="Held actions"]') != null) return false
      if (attributeName === null) return true
      const names = seen.get(target) ?? new Set()
      seen.set(target, names)
      if (names.has(attributeName)) return false // its first record has the value before
      names.add(attributeName)
      return element?.getAttribute(attributeName) !== oldValue
    }
    const observer = new MutationObserver((records) => {
      const seen = new Map<Node, Set<string>>()
      if (records.filter((record) => isChange(record, seen)).length > 0) last = performance.now()
    })
    const place = document.querySelector('main')
    if (place === null) throw new Error(`There is no place at ${location.hash}`)
    observer.observe(place, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
    })
    if ('hash' in wanted) location.hash = wanted.hash
    else {
      const field = document.querySelector<HTMLInputElement>('[data-view-filter]')
      if (field === null)
        throw new Error(`${location.hash} has no filter: ${document.querySelector('main')?.innerText.slice(0, 200)}`)
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(field, wanted.letter)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const isOpen = () => ((window as CountingWindow).openCalls ?? 0) > 0
    while (isOpen() || performance.now() - last < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 20))
    observer.disconnect()
    return last - started + 2 * (1000 / 60)
  }, act)

type Prepare = (page: Page) => unknown

export const openPage = async ({ context, origin }: OpenedDesk, prepare: Prepare): Promise<Page> => {
  const page = await context.newPage()
  await countCalls(page)
  await prepare(page)
  await page.goto(`${origin}/#/${BETWEEN}/all`)
  await page.locator('[data-place][aria-current="page"]').waitFor()
  return page
}

type Times = Map<string, number[]>
/** `slow`: of `support/slowness.ts`, before each of them. */
type Visited = { readonly places: Times; readonly letters: Times; readonly slow: number[] }

const typeLetters = async (
  page: Page,
  { view, choice }: (typeof FILTERED)[number],
  visits: number,
): Promise<number[]> => {
  const own: number[] = []
  for (let n = 0; n < visits; n += 1) {
    await untilStill(page, { hash: `#/${view}/all` })
    if (choice !== null) {
      await page.getByText(choice, { exact: true }).click()
      await untilStill(page, { letter: '' })
    }
    own.push(await untilStill(page, { letter: 'k' }))
    await untilStill(page, { letter: '' })
    await untilStill(page, { hash: `#/${BETWEEN}/all` })
  }
  return own
}

/** Every place once to load it, then again and again. */
export const visitPlaces = async (page: Page, views: readonly string[], visits = VISITS): Promise<Times> => {
  const places: Times = new Map()
  for (const view of views) {
    const own: number[] = []
    for (let n = 0; n <= visits; n += 1) {
      const ms = await untilStill(page, { hash: `#/${view}/all` })
      if ((await page.locator('main').count()) === 0) throw new Error(`The page is blank at ${view}.`)
      if (n > 0) own.push(ms)
      await untilStill(page, { hash: `#/${BETWEEN}/all` })
    }
    places.set(view, own)
  }
  return places
}

const noVisits = (): Visited => ({ places: new Map(), letters: new Map(), slow: [] })

/** Every place on each of these pages in turn, and then the first letter in each filter: the machine is as slow for all. */
const visit = async (pages: readonly Page[], views: readonly string[], visits = VISITS): Promise<Visited[]> => {
  const visited = pages.map((page) => ({ page, of: noVisits() }))
  for (const view of views)
    for (const { page, of } of visited) {
      of.slow.push(slownessNow())
      for (const [name, times] of await visitPlaces(page, [view], visits)) of.places.set(name, times)
    }
  for (const filtered of FILTERED)
    for (const { page, of } of visited) {
      of.slow.push(slownessNow())
      of.letters.set(filtered.list, await typeLetters(page, filtered, visits))
    }
  return visited.map(({ of }) => of)
}

const slowestOf = (values: ReadonlyMap<string, number>): [name: string, value: number] =>
  [...values].reduce((most, one) => (one[1] > most[1] ? one : most))

const mediansOf = (times: Times) => new Map([...times].map(([name, all]) => [name, median(all)]))

const letterRows = (own: Visited, still: Visited): BenchRow[] => {
  const staticMs = mediansOf(still.letters)
  return Array.from(mediansOf(own.letters), ([list, letterMs]) =>
    judgeAtRest({
      name: `first letter in the filter of ${list}, 200 brands`,
      against: `${LETTER_MAX_MS} ms`,
      ratio: letterMs / LETTER_MAX_MS,
      slowness: median(own.slow),
      measured: { letterMs, staticLetterMs: staticMs.get(list) ?? Number.NaN },
    }),
  )
}

const rowsOf = (own: Visited, still: Visited): BenchRow[] => {
  const [desk, page] = [mediansOf(own.places), mediansOf(still.places)]
  const [slowest, slowestMs] = slowestOf(desk)
  const ratios = new Map([...desk].map(([name, ms]) => [name, ms / (page.get(name) ?? Number.NaN)]))
  const [worst, ratio] = slowestOf(ratios)
  const above = [...ratios].filter(([, one]) => one > STATIC_MAX).map(([view, one]) => `${view} ${one.toFixed(2)}`)
  const name = 'a place of all brands, second visit, to its last change, 200 brands'
  const each = Object.fromEntries([...desk].map(([view, ms]) => [`${view}Ms`, ms]))
  return [
    judgeAtRest({
      name: `${name}, the slowest`,
      against: `${PLACE_MAX_MS} ms`,
      ratio: slowestMs / PLACE_MAX_MS,
      slowness: median(own.slow),
      measured: { slowest, ...each },
    }),
    judge({
      name: `${name}, the worst`,
      against: 'the same page with static data',
      ratio,
      atMost: STATIC_MAX,
      measured: { worst, deskMs: desk.get(worst) ?? 0, staticMs: page.get(worst) ?? 0, above: above.join(', ') },
    }),
    ...letterRows(own, still),
  ]
}

const measure = async (home: string): Promise<BenchRow[]> => {
  const browser = await launchBrowser()
  const desk = await openFolder(browser, { home, brandIds: [] })
  try {
    const recording: Recording = new Map()
    const recorded = await openPage(desk, recordCalls)
    const views = (await listViews(recorded)).map(({ id }) => id).filter((id) => !LEFT_OUT.has(id))
    await visit([recorded], views, 1)
    for (const [key, body] of await recordedBy(recorded)) recording.set(key, body)
    await recorded.close()
    const pages = [await openPage(desk, () => undefined), await openPage(desk, (page) => playCalls(page, recording))]
    const [own = noVisits(), still = noVisits()] = await visit(pages, views)
    return rowsOf(own, still)
  } finally {
    await desk.close()
    await browser.close()
  }
}

export const placesBench: Bench = {
  name: 'places',
  run: async () => {
    const home = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
    try {
      await fillLargeFolder(homePaths(home), Date.now())
      return await measure(home)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}
