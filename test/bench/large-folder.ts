// A folder of 200 brands after years. The one reader of the desk is free again after 50 ms of its processor, whatever it is
// asked, and a desk that starts on such a folder answers each call with 300 ms of all its threads.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeFiles, openForReading } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { fillLargeFolder } from '../support/large-folder/fill.ts'
import { askOf, readInputs } from '../support/large-folder/read-inputs.ts'
import { shownCalls } from '../support/large-folder/shown-calls.ts'
import { LARGE } from '../support/large-folder/size.ts'
import { threadMs } from '../support/large-folder/watch.ts'
import { homePaths, type TempHome } from '../support/temp-home.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'

const READER_MS = 50
const ANSWER_MS = 300
const ROUNDS = 3

type Anything = Readonly<Record<string, (args: unknown) => unknown>>
type Best = Map<string, number>

/** Of several rounds the shortest counts: the processor's caches were full of something else in the others. */
const keep = (best: Best, key: string, ms: number): void =>
  void best.set(key, Math.min(best.get(key) ?? Number.POSITIVE_INFINITY, ms))

const rowOf = (name: string, limitMs: number, best: Best): BenchRow => {
  const [[slowest, slowestMs] = ['', Number.NaN], ...others] = [...best].toSorted(([, a], [, b]) => b - a)
  const overLimit = others.filter(([, ms]) => ms > limitMs).length + (slowestMs > limitMs ? 1 : 0)
  const measured = { slowest, slowestMs, overLimit, asked: best.size }
  return judge({ name, against: `${limitMs} ms of the processor`, ratio: slowestMs / limitMs, atMost: 1, measured })
}

const readAll = (home: TempHome, nowMs: number): Best => {
  const best: Best = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    // A reader that has kept nothing in its memory yet.
    const db = openForReading(home)
    const ask = askOf(db, tables.reads)
    for (const [name, list] of Object.entries(readInputs({ ...LARGE, nowMs, backupsFolder: home.backupsFolder }, ask)))
      for (const [at, input] of list.entries()) {
        const startedMs = threadMs()
        ;(ask as Anything)[name]?.(input)
        keep(best, `${name} ${at}`, threadMs() - startedMs)
      }
    closeFiles(db, 'reader')
  }
  return best
}

/** They work on all rows of all brands, step by step: other calls are answered in between. */
const LONG = new Set([
  'impact.list', // waits up to 1.2 s for what followed the articles of brands that changed
  'cannibalisation.page', // works out the conflicts of 200 brands first, where no sync did
  'publishing.articles', // merges 20,000 articles with ranked pages
])

const TICK_MS = 10
/** Of all threads of a process, whatever else the machine does. */
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return TICK_MS * (Number(fields[11]) + Number(fields[12])) // utime and stime, as proc(5) counts them
}

const callAll = async ({ home }: TempHome): Promise<Best> => {
  const best: Best = new Map()
  const desk = await startDeskProcess({ home })
  try {
    await desk.value('desk.setSettings', { syncEveryMinutes: 0 })
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { key, name, input } of shownCalls) {
        if (LONG.has(name)) continue
        const before = processorMs(desk.pid)
        await desk.call(name, input as never) // as its schema takes it
        keep(best, key, processorMs(desk.pid) - before)
      }
    return best
  } finally {
    await desk.stop()
  }
}

export const largeFolderBench: Bench = {
  name: 'large-folder',
  run: async () => {
    const home = homePaths(mkdtempSync(join(tmpdir(), 'agency-desk-bench-')))
    try {
      const nowMs = Date.now()
      await fillLargeFolder(home, nowMs)
      const reads = rowOf('the slowest read of 200 brands after years', READER_MS, readAll(home, nowMs))
      if (process.platform !== 'linux') return [reads]
      return [reads, rowOf('the slowest call of 200 brands after years', ANSWER_MS, await callAll(home))]
    } finally {
      rmSync(home.home, { recursive: true, force: true })
    }
  },
}
