// Cold start of the web shell: from the start of its process, a browser that is started for it included, until rows
// can be seen. Against it a bare page of the same shell: the same built program, on an empty data folder, in the same
// browser, its page replaced by a line of text. So the ratio holds what 200 brands and our own page cost.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../support/chromium.ts'
import { type BenchRow, judge, median } from './bench.ts'
import { PAGE, watchPainted } from './support/painted.ts'
import { BUILT_SHELL, startShell } from './support/shell.ts'

const root = join(import.meta.dirname, '..', '..')
const ROUNDS = 7

type Side = { readonly entry: string; readonly home: string; readonly firstRow: string }
type Times = { readonly cold: number[]; readonly warm: number[] }
const noTimes = (): Times => ({ cold: [], warm: [] })

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

/** The built program in a folder of its own with another page. */
const makeBareShell = (folder: string): Side => {
  cpSync(join(root, 'out', 'main'), join(folder, 'out', 'main'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  mkdirSync(join(folder, 'out', 'renderer'), { recursive: true })
  writeFileSync(join(folder, 'out', 'renderer', 'index.html'), BARE_PAGE)
  return { entry: join(folder, 'out', 'main', 'web.js'), home: join(folder, 'home'), firstRow: '#bare' }
}

const rowOf = (name: string, deskMs: number, bareMs: number): BenchRow =>
  judge({
    name,
    against: 'a bare page of the same shell',
    ratio: deskMs / bareMs,
    atMost: 1.15,
    measured: { deskMs, bareMs },
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

/** `home` holds 200 brands. */
export const startRows = async (home: string): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  try {
    const ours = desk(home)
    const bare = makeBareShell(folder)
    await startOnce(ours, noTimes())
    await startOnce(bare, noTimes())
    const [oursMs, bareMs] = [noTimes(), noTimes()]
    for (let round = 0; round < ROUNDS; round += 1) {
      await startOnce(ours, oursMs)
      await startOnce(bare, bareMs)
    }
    return [
      rowOf('cold start to rows in the window, 200 brands', median(oursMs.cold), median(bareMs.cold)),
      rowOf('start to rows with a browser that runs already, 200 brands', median(oursMs.warm), median(bareMs.warm)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
