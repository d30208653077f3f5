// Cold start of the web shell: from the start of its process, a browser that is started for it included, until rows
// can be seen. Against it a bare page of the same shell: the same built program, on an empty data folder, in the same
// browser, its page replaced by a line of text. So the ratio holds what 200 brands and our own page cost. And against the
// least page that shows the same rows of the same folder (support/least-window.ts).
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../support/chromium.ts'
import { type BenchRow, judge, median } from './bench.ts'
import { writeLeastWindow } from './support/least-window.ts'
import { PAGE, watchPainted } from './support/painted.ts'
import { BUILT_SHELL, startShell } from './support/shell.ts'

const root = join(import.meta.dirname, '..', '..')
const ROUNDS = 7

type Side = { readonly entry: string; readonly home: string; readonly firstRow: string }
type Times = { readonly cold: number[]; readonly warm: number[] }
const noTimes = (): Times => ({ cold: [], warm: [] })

/** How many rows of Today come at once: the desk draws those that fit into the window first. */
const countRows = async ({ entry, home }: Side): Promise<number> => {
  const shell = await startShell({ entry, home })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage(PAGE)
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const rows = document.querySelectorAll('[data-line]').length
        if (rows === 0) return
        observer.disconnect()
        Object.assign(window, { rows })
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.goto(shell.address)
    const rows = await page.waitForFunction(() => (window as Window & { rows?: number }).rows)
    return Number(await rows.jsonValue())
  } finally {
    await browser.close()
    await shell.stop()
  }
}

/** `cold` from the start of the process with the browser's own start in it, `warm` without. */
const startOnce = async ({ entry, home, firstRow }: Side, times: Times): Promise<void> => {
  const startedAt = Date.now()
  const shell = await startShell({ entry, home })
  const upAt = Date.now()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage(PAGE)
    const whenPainted = await watchPainted(page, firstRow)
    const openedAt = Date.now()
    await page.goto(shell.address, { waitUntil: 'commit' })
    const paintedAt = await whenPainted()
    times.cold.push(paintedAt - startedAt)
    times.warm.push(paintedAt - openedAt + (upAt - startedAt))
  } finally {
    await browser.close()
    await shell.stop()
  }
}

const BARE_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><p id="bare">Here.</p></html>'
const BUILT_WINDOW = join(root, 'out', 'renderer')

/** The built program in a folder of its own, with another page. */
const makeShell = (folder: string, writePage: (pageFolder: string) => void): string => {
  cpSync(join(root, 'out', 'main'), join(folder, 'out', 'main'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  const pageFolder = join(folder, 'out', 'renderer')
  mkdirSync(pageFolder, { recursive: true })
  writePage(pageFolder)
  return join(folder, 'out', 'main', 'web.js')
}

const bareShell = (folder: string): Side => ({
  entry: makeShell(folder, (pageFolder) => writeFileSync(join(pageFolder, 'index.html'), BARE_PAGE)),
  home: join(folder, 'home'),
  firstRow: '#bare',
})

const leastShell = (folder: string, home: string, rows: number): Side => ({
  entry: makeShell(folder, (pageFolder) => writeLeastWindow(pageFolder, BUILT_WINDOW, rows)),
  home,
  firstRow: '[data-today]',
})

const desk = (home: string): Side => ({ entry: BUILT_SHELL, home, firstRow: '[data-today]' })

/** Starts of the desk on two folders, in turn, with a browser that runs already; medians in milliseconds. */
export const startsOf = async (few: string, many: string): Promise<{ fewMs: number; manyMs: number }> => {
  const [fewMs, manyMs] = [noTimes(), noTimes()]
  for (let round = -1; round < ROUNDS; round += 1) {
    await startOnce(desk(few), round < 0 ? noTimes() : fewMs)
    await startOnce(desk(many), round < 0 ? noTimes() : manyMs)
  }
  return { fewMs: median(fewMs.warm), manyMs: median(manyMs.warm) }
}

type Way = keyof Times
const NAMES: Readonly<Record<Way, string>> = {
  cold: 'cold start to rows in the window, 200 brands',
  warm: 'start to rows with a browser that runs already, 200 brands',
}

/** `home` holds 200 brands that have rows in Today. */
export const startRows = async (home: string): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const times = { desk: noTimes(), bare: noTimes(), least: noTimes() }
  try {
    const ours = desk(home)
    const rows = await countRows(ours)
    const least = leastShell(join(folder, 'least'), home, rows)
    if ((await countRows(least)) !== rows) throw new Error('The least page shows other rows than the desk.')
    const sides = { desk: ours, bare: bareShell(join(folder, 'bare')), least }
    for (let round = -1; round < ROUNDS; round += 1)
      for (const name of ['desk', 'bare', 'least'] as const)
        await startOnce(sides[name], round < 0 ? noTimes() : times[name])
    return (['cold', 'warm'] as const).map((way) => {
      const deskMs = median(times.desk[way])
      const bareMs = median(times.bare[way])
      const leastMs = median(times.least[way])
      const against = { deskAgainstBare: deskMs / bareMs, leastAgainstBare: leastMs / bareMs }
      return judge({
        name: NAMES[way],
        against: 'the least page with the same rows',
        ratio: deskMs / leastMs,
        atMost: 1.25,
        measured: { deskMs, leastMs, bareMs, ...against, rows },
      })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
