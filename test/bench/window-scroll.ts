// Frames while the rankings of all brands scroll, in a real Chromium that paints in software. Against them those of a
// list written by hand (support/hand-list.ts) under the same scroll: fast, in four places of the list.
import type { Page } from 'playwright-core'
import { type BenchRow, judge, median } from './bench.ts'
import { type HandList, openHandList } from './support/hand-list.ts'
import type { OpenedDesk } from './support/opened-desk.ts'

const ROUNDS = 4
const SLOW_MS = 33
const PROGRAM = { places: [0, 0.3, 0.6, 0.9], frames: 60, stepPx: 70 }

/** Milliseconds between frames, those of the jump to each place left out. */
const scrollThrough = (page: Page): Promise<number[]> =>
  page.evaluate(async ({ places, frames, stepPx }) => {
    const scroller = document.querySelector<HTMLElement>('[role="grid"]')
    if (scroller === null) throw new Error('The page has no table.')
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const times: number[] = []
    for (const place of places) {
      scroller.scrollTop = place * (scroller.scrollHeight - scroller.clientHeight)
      await new Promise((resolve) => setTimeout(resolve, 300))
      let before = await frame()
      for (let count = 0; count < frames; count += 1) {
        scroller.scrollTop += stepPx
        const now = await frame()
        times.push(now - before)
        before = now
      }
    }
    return times
  }, PROGRAM)

/** How the desk's table is drawn, for the list by hand to be the same. */
const layoutOf = (page: Page): Promise<HandList> =>
  page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('[data-row="0"]')
    const grid = document.querySelector('[role="grid"]')
    return {
      rows: Number(grid?.getAttribute('aria-rowcount')) - 1,
      rowPx: row?.offsetHeight ?? 0,
      widthsPx: Array.from(row?.children ?? [], (cell) => cell.getBoundingClientRect().width),
    }
  })

const quantile95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
const slowShare = (times: readonly number[]): number =>
  times.filter((time) => time > SLOW_MS).length / Math.max(1, times.length)

/** `desk` holds 200 brands of 1,000 keywords. */
export const scrollRows = async ({ context, origin }: OpenedDesk): Promise<BenchRow[]> => {
  const ours = await context.newPage()
  await ours.goto(`${origin}/#/rankings/all`)
  await ours.waitForSelector('[role="grid"] [data-row="0"]')
  const list = await layoutOf(ours)
  const hand = await context.newPage()
  await openHandList(hand, list)
  const rounds: { ours: number[]; hand: number[] }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    await ours.bringToFront()
    const oursMs = await scrollThrough(ours)
    await hand.bringToFront()
    const handMs = await scrollThrough(hand)
    if (round >= 0) rounds.push({ ours: oursMs, hand: handMs })
  }
  await ours.close()
  await hand.close()
  const deskP95Ms = median(rounds.map((round) => quantile95(round.ours)))
  const handP95Ms = median(rounds.map((round) => quantile95(round.hand)))
  const deskSlow = slowShare(rounds.flatMap((round) => round.ours))
  const handSlow = slowShare(rounds.flatMap((round) => round.hand))
  const name = `scroll of ${list.rows.toLocaleString('en')} rows`
  return [
    judge({
      name: `${name}, p95 of a frame`,
      against: 'a list written by hand',
      ratio: deskP95Ms / handP95Ms,
      atMost: 1.1,
      measured: { deskP95Ms, handP95Ms, frames: rounds.length * PROGRAM.places.length * PROGRAM.frames },
    }),
    judge({
      name: `${name}, share of frames over ${SLOW_MS} ms`,
      against: 'one in a hundred',
      ratio: deskSlow / 0.01,
      atMost: 1,
      measured: { deskPercent: deskSlow * 100, handPercent: handSlow * 100 },
    }),
  ]
}
