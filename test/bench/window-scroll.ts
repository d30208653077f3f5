// Frames while a list of the window scrolls, in a real Chromium that paints in software. Against them those of a list
// written by hand (support/hand-list.ts) under the same scroll: fast, in four places of the list.
import type { Page } from 'playwright-core'
import { type BenchRow, judge, judgeAtRest, median } from './bench.ts'
import { type HandList, openHandList } from './support/hand-list.ts'
import type { OpenedDesk } from './support/opened-desk.ts'
import { withSlowness } from './support/slowness.ts'

const ROUNDS = 4
const SLOW_MS = 33
const PROGRAM = { places: [0, 0.3, 0.6, 0.9], frames: 60, stepPx: 70 }

/** A list of the window, by its address and the selectors of what scrolls, of one row and of the cells of a row. */
export type Scrolled = {
  readonly name: string
  readonly hash: string
  readonly scroller: string
  readonly row: string
  readonly cells: string
  /** From side to side: its rows are columns. */
  readonly isAcross?: boolean
  /** Absent: as the list says itself. */
  readonly rows?: number
}

const RANKINGS: Scrolled = {
  name: 'scroll',
  hash: '#/rankings/all',
  scroller: '[role="grid"]',
  row: '[data-row="0"]',
  cells: '[data-row="0"] > *',
}

/** Milliseconds between frames, those of the jump to each place left out. */
const scrollThrough = (page: Page, scroller: string, isAcross: boolean): Promise<number[]> =>
  page.evaluate(
    async ({ places, frames, stepPx, scroller: selector, isAcross: across }) => {
      const found = document.querySelector<HTMLElement>(selector)
      if (found === null) throw new Error('The page has no such list.')
      const [at, length, room] = across
        ? (['scrollLeft', 'scrollWidth', 'clientWidth'] as const)
        : (['scrollTop', 'scrollHeight', 'clientHeight'] as const)
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: number[] = []
      for (const place of places) {
        found[at] = place * (found[length] - found[room])
        await new Promise((resolve) => setTimeout(resolve, 300))
        let before = await frame()
        for (let count = 0; count < frames; count += 1) {
          found[at] += stepPx
          const now = await frame()
          times.push(now - before)
          before = now
        }
      }
      return times
    },
    { ...PROGRAM, scroller, isAcross },
  )

/** How the desk's list is drawn, for the list by hand to be the same. */
const layoutOf = (page: Page, { scroller, row, cells, isAcross = false, rows }: Scrolled): Promise<HandList> =>
  page.evaluate(
    (list) => {
      const grid = document.querySelector(list.scroller)
      const one = document.querySelector(`${list.scroller} ${list.row}`)?.getBoundingClientRect()
      const across = list.isAcross
      const count = grid?.getAttribute(across ? 'aria-colcount' : 'aria-rowcount')
      return {
        rows: list.rows ?? Number(count) - 1,
        rowPx: (across ? one?.width : one?.height) ?? 0,
        isAcross: across,
        widthsPx: Array.from(document.querySelectorAll(`${list.scroller} ${list.cells}`), (cell) => {
          const { width, height } = cell.getBoundingClientRect()
          return across ? height : width
        }),
      }
    },
    { scroller, row, cells, isAcross, ...(rows !== undefined && { rows }) },
  )

const quantile95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
const slowShare = (times: readonly number[]): number =>
  times.filter((time) => time > SLOW_MS).length / Math.max(1, times.length)

export const scrollRows = async ({ context, origin }: OpenedDesk, listed = RANKINGS): Promise<BenchRow[]> => {
  const { hash, scroller, row, isAcross = false } = listed
  const ours = await context.newPage()
  await ours.goto(`${origin}/${hash}`)
  await ours.waitForSelector(`${scroller} ${row}`, { timeout: 120_000 })
  const list = await layoutOf(ours, listed)
  const hand = await context.newPage()
  await openHandList(hand, list)
  const { value: rounds, slowness } = await withSlowness(async () => {
    const scrolled: { ours: number[]; hand: number[] }[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      await ours.bringToFront()
      const oursMs = await scrollThrough(ours, scroller, isAcross)
      await hand.bringToFront()
      const handMs = await scrollThrough(hand, '[role="grid"]', isAcross)
      if (round >= 0) scrolled.push({ ours: oursMs, hand: handMs })
    }
    return scrolled
  })
  await ours.close()
  await hand.close()
  const deskP95Ms = median(rounds.map((round) => quantile95(round.ours)))
  const handP95Ms = median(rounds.map((round) => quantile95(round.hand)))
  const deskSlow = slowShare(rounds.flatMap((round) => round.ours))
  const handSlow = slowShare(rounds.flatMap((round) => round.hand))
  const name = `${listed.name} of ${list.rows.toLocaleString('en')} ${isAcross ? 'columns' : 'rows'}`
  return [
    judge({
      name: `${name}, p95 of a frame`,
      against: 'a list written by hand',
      ratio: deskP95Ms / handP95Ms,
      atMost: 1.1,
      measured: { deskP95Ms, handP95Ms, frames: rounds.length * PROGRAM.places.length * PROGRAM.frames },
    }),
    judgeAtRest({
      name: `${name}, share of frames over ${SLOW_MS} ms`,
      against: 'one in a hundred',
      ratio: deskSlow / 0.01,
      slowness,
      measured: { deskPercent: deskSlow * 100, handPercent: handSlow * 100 },
    }),
  ]
}
