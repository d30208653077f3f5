// Reports of 200 brands in one run, PDF with eight pages each, printed by a real browser: against ten minutes.
import { readdirSync, readFileSync } from 'node:fs'
import { callDesk } from '../../src-main/desk.ts'
import { createBrowserPrinter } from '../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../src-main/shells/print/work-folder.ts'
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import { chromiumProgram } from '../support/chromium.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import type { FilledCache, Scale } from './rank-cache.ts'
import { homeOf } from './support/opened-desk.ts'
import { onFilled, openFilled } from './support/plain-desk.ts'
import { residentOf } from './support/resident.ts'

const SCALE: Scale = { brands: 200, keywords: 300, days: 60 }
const GOAL_SECONDS = 600
/** Brands of the cache have rankings alone: a long table of keywords makes up for the sections without data. */
const KEYWORD_ROWS = 120
const WATCH_MS = 250

/** This process and all below it. */
const family = (): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [[Number(name), Number(parent)] as const]
      } catch {
        return [] // it has ended
      }
    })
  const below = (pid: number): number[] => [
    pid,
    ...parents.flatMap(([own, parent]) => (parent === pid ? below(own) : [])),
  ]
  return below(process.pid)
}

const residentMb = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + (residentOf(pid).rssMb || 0) // of a process that has ended there is no number
    } catch {
      return sum
    }
  }, 0)

/** The most that the desk with its threads, and the browsers below it, held at any moment. */
const watchMemory = () => {
  const peak = { desk: 0, browser: 0 }
  const timer = setInterval(() => {
    const [own = 0, ...below] = family()
    peak.desk = Math.max(peak.desk, residentMb([own]))
    peak.browser = Math.max(peak.browser, residentMb(below))
  }, WATCH_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

const measure = async (filled: FilledCache): Promise<BenchRow> => {
  const { path, env } = await chromiumProgram()
  const desk = await openFilled(filled, SCALE.days, {
    logLevel: 'warn',
    printer: createBrowserPrinter({ find: () => path, env, folders: createWorkFolders(homeOf(filled)) }),
  })
  try {
    const { templates } = await callDesk(desk, 'reports.templates', {})
    const monthly = templates.find(({ id }) => id === 'monthly')
    if (monthly === undefined) throw new Error('There is a monthly template.')
    const { id: _, isBuiltIn, updatedAt, ...own } = monthly
    const rows = (kind: string) => (kind === 'keywords' ? KEYWORD_ROWS : null)
    const sections = own.sections.map((section) => ({ ...section, rows: rows(section.kind) }))
    const template = await callDesk(desk, 'reports.saveTemplate', { ...own, sections })
    const begun = new Map<string, number>()
    const seconds: number[] = []
    const ended = Promise.withResolvers<void>()
    desk.subscribe((event: DeskEvent) => {
      if (event.name !== 'reports.progress') return
      const { run, pack } = event.payload
      if (pack?.state === 'making') begun.set(pack.id, performance.now())
      else if (pack !== undefined) seconds.push((performance.now() - (begun.get(pack.id) ?? Number.NaN)) / 1000)
      if (run.state !== 'running') ended.resolve()
    })
    const stopWatching = watchMemory()
    const startedAt = performance.now()
    const { id: runId } = await callDesk(desk, 'reports.create', { templateId: template.id, period: { days: 28 } })
    await ended.promise
    const totalSeconds = (performance.now() - startedAt) / 1000
    const { desk: deskMb, browser: browserMb } = stopWatching()
    const { run, packs } = await callDesk(desk, 'reports.run', { runId })
    const pages = packs.map((pack) => pack.pages ?? 0)
    if (run.done !== SCALE.brands || Math.min(...pages) < 8)
      throw new Error(`${run.done} packs were made, with ${Math.min(...pages)} pages at least. ${run.message ?? ''}`)
    return judge({
      name: `${run.done} packs of ${Math.min(...pages)} to ${Math.max(...pages)} pages`,
      against: `${GOAL_SECONDS} s`,
      ratio: totalSeconds / GOAL_SECONDS,
      atMost: 1,
      measured: {
        totalSeconds,
        medianSeconds: median(seconds),
        slowestSeconds: Math.max(...seconds),
        kilobytesEach: packs.reduce((sum, { files }) => sum + (files[0]?.bytes ?? 0), 0) / packs.length / 1024,
        deskMb,
        browserMb,
      },
    })
  } finally {
    await desk.close()
  }
}

export const reportsBench: Bench = {
  name: 'reports',
  run: () => onFilled({ name: 'reports', scale: SCALE }, async (filled) => [await measure(filled)]),
}
