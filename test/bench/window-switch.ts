// From the key that goes to the next brand until that brand's rows are painted, in a real Chromium. Against it the same
// page with static data: the very replies of the desk, recorded, answered from memory at once. And a desk of 10 brands.
import type { Page } from 'playwright-core'
import { type BenchRow, judge, median } from './bench.ts'
import type { OpenedDesk } from './support/opened-desk.ts'
import { missesOf, playCalls, type Recording, recordCalls, recordedBy } from './support/recorded-desk.ts'
import { installSwitchWatch, switchTo } from './support/switch-watch.ts'

/** So many that two medians of the same differ by less than a twentieth. */
const ROUNDS = 14
const STATIC_ROUNDS = 5
const SWITCHES = 9
const SETTLE_MS = 200
const P95_MAX_MS = 40
/** Times the same page with static data. */
const STATIC_MAX = 1.2

type Prepare = (page: Page) => unknown

/** The rankings of one brand in view, the table focused. */
const openRankings = async ({ context, origin, brandIds }: OpenedDesk, at: number, prepare: Prepare): Promise<Page> => {
  const page = await context.newPage()
  await installSwitchWatch(page)
  await prepare(page)
  await page.goto(`${origin}/#/rankings/${brandIds[at]}`)
  await page.waitForSelector('[role="grid"] [data-row="0"]')
  await page.locator('[role="grid"]').focus()
  await page.waitForTimeout(SETTLE_MS * 2)
  return page
}

const switchThrough = async (page: Page, from: number): Promise<number[]> => {
  const times: number[] = []
  for (let step = 1; step <= SWITCHES; step += 1) {
    times.push(await switchTo(page, from + step))
    await page.waitForTimeout(SETTLE_MS)
  }
  return times
}

const quantile95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

type Times = { readonly large: number[]; readonly still: number[]; readonly small: number[] }

const nameOf = (brands: number) => `brand switch, key press to painted rows, ${brands.toLocaleString('en')} brands`

const sizeRow = ({ large, small }: Pick<Times, 'large' | 'small'>, brands: number): BenchRow => {
  const [largeMs, smallMs] = [median(large), median(small)]
  const measured = { largeMs, smallMs }
  return judge({ name: nameOf(brands), against: '10 brands', ratio: largeMs / smallMs, atMost: 1.05, measured })
}

const rowsOf = ({ large, still, small }: Times): BenchRow[] => {
  const [largeMs, staticMs] = [median(large), median(still)]
  const name = nameOf(200)
  const [p95Ms, staticP95Ms] = [quantile95(large), quantile95(still)]
  // Where the static page itself takes longer, the desk may take as much longer as beside it.
  const p95Max = Math.max(1, Math.round((100 * STATIC_MAX * staticP95Ms) / P95_MAX_MS) / 100)
  return [
    judge({
      name,
      against: 'the same page with static data',
      ratio: largeMs / staticMs,
      atMost: STATIC_MAX,
      measured: { largeMs, staticMs, staticP95Ms, switches: large.length },
    }),
    judge({
      name: `${name}, p95`,
      against: '40 ms',
      ratio: p95Ms / P95_MAX_MS,
      atMost: p95Max,
      measured: { p95Ms, staticP95Ms },
    }),
    sizeRow({ large, small }, 200),
  ]
}

/** The next nine brands, one after the other. */
const switchesIn = async (
  desk: OpenedDesk,
  { from, prepare, recording }: { from: number; prepare: Prepare; recording?: Recording },
): Promise<number[]> => {
  const page = await openRankings(desk, from, prepare)
  try {
    const times = await switchThrough(page, from)
    for (const [key, body] of await recordedBy(page)) recording?.set(key, body)
    // The neighbours of what is in view are loaded after the paint or not, depending on timing; and what is in view
    // is sent to the sync a moment later, or not.
    const isPainted = (call: string) => !call.includes('"cursor"') && !call.startsWith('sync.prioritise ')
    const [miss] = (await missesOf(page)).filter(isPainted)
    if (miss !== undefined) throw new Error(`The static page was asked what was not recorded: ${miss}`)
    return times
  } finally {
    await page.close()
  }
}

const STARTS = Array.from({ length: ROUNDS }, (_, round) => 20 + ((round * 30) % 170))
const STATIC_STARTS = STARTS.slice(0, STATIC_ROUNDS)
const asItIs: Prepare = () => undefined

/** `large` holds 200 brands, `small` 10. */
export const switchRows = async (large: OpenedDesk, small: OpenedDesk): Promise<BenchRow[]> => {
  const recording: Recording = new Map()
  const times: Times = { large: [], still: [], small: [] }
  for (const from of STATIC_STARTS) await switchesIn(large, { from, prepare: recordCalls, recording })
  for (const from of STARTS) {
    times.large.push(...(await switchesIn(large, { from, prepare: asItIs })))
    if (STATIC_STARTS.includes(from))
      times.still.push(...(await switchesIn(large, { from, prepare: (page) => playCalls(page, recording) })))
    times.small.push(...(await switchesIn(small, { from: 0, prepare: asItIs })))
  }
  return rowsOf(times)
}

/** Of a desk of any more brands against one of 10. */
export const switchRow = async (large: OpenedDesk, small: OpenedDesk): Promise<BenchRow> => {
  const times = { large: [] as number[], small: [] as number[] }
  for (const from of STARTS) {
    times.large.push(...(await switchesIn(large, { from, prepare: asItIs })))
    times.small.push(...(await switchesIn(small, { from: 0, prepare: asItIs })))
  }
  return sizeRow(times, large.brandIds.length)
}
