// Memory of the whole desk, all threads, without the browser: the built program with 200 brands and 10 M rows of history,
// a window that asks for pages, and a sync that runs.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { DeskProcess } from '../support/desk-process.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { type Agency, startAgency } from './support/agency.ts'
import { heapsIn, type Resident, reporting, residentOf, watchPeak } from './support/resident.ts'
import { eventsOf, runSync } from './support/run-sync.ts'

const DAYS = 50
const RANKINGS = { datasets: ['rankings' as const] }

/** Copies the newest day of each slice to each earlier day. */
const fillHistory = (home: string): number => {
  const db = new Database(join(home, 'cache.db'))
  try {
    db.pragma('busy_timeout = 10000')
    db.exec('CREATE TEMP TABLE newest AS SELECT slice, max(day) AS day FROM rank_day GROUP BY slice')
    const packed = db.prepare(`INSERT OR IGNORE INTO rank_packed (id, version, data)
      SELECT id - @back, random() >> 12, data FROM newest JOIN rank_packed ON id = slice * 1048576 + day`)
    const sums = 'keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions, fetched_at_ms'
    const days = db.prepare(`INSERT OR IGNORE INTO rank_day (slice, day, ${sums})
      SELECT slice, day - @back, ${sums} FROM rank_day JOIN newest USING (slice, day)`)
    for (let back = 1; back < DAYS; back += 1) {
      packed.run({ back })
      days.run({ back })
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
    return (db.prepare('SELECT sum(keywords) AS count FROM rank_day').get() as { count: number }).count // of this query
  } finally {
    db.close()
  }
}

/** A window in use: its events are read, and it asks for pages until it is closed. */
const openWindow = (desk: DeskProcess, brandIds: readonly string[]) => {
  const controller = new AbortController()
  const { signal } = controller
  const listen = async () => {
    for await (const _ of eventsOf(desk, signal)) if (signal.aborted) return
  }
  const look = async () => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const brandId = brandIds[turn % brandIds.length] ?? ''
      await desk.value('rankings.page', { limit: 60, sparkDays: 28 })
      await desk.value('rankings.page', { brandIds: [brandId], limit: 60, sparkDays: 28 })
      await desk.value('brands.overview', {})
      await desk.value('today.list', {})
      await sleep(100)
    }
  }
  const work = Promise.allSettled([listen(), look()])
  return {
    close: async () => {
      controller.abort()
      const failed = (await work).find((one) => one.status === 'rejected' && one.reason?.name !== 'AbortError')
      if (failed !== undefined) throw new Error('The window could not ask the desk.', { cause: failed })
    },
  }
}

const measure = async (
  desk: DeskProcess,
  brandIds: readonly string[],
  syncs: number,
): Promise<{ idle: Resident; peak: Resident }> => {
  const window = openWindow(desk, brandIds)
  await sleep(2_000)
  const idle = residentOf(desk.pid)
  const peak = watchPeak(desk.pid)
  for (let run = 0; run < syncs; run += 1) {
    const done = runSync(desk, RANKINGS)
    await sleep(1_000)
    process.kill(desk.pid, 'SIGUSR2')
    await done
  }
  const result = { idle, peak: peak.stop() }
  await window.close()
  return result
}

type Scale = { readonly brands: number; readonly keywords: number; readonly syncs: number }

/** At its most; `work` is done on the same agency afterwards. Nothing where memory cannot be read. */
export const memoryRows = async (
  scale: Scale,
  goalMb: number,
  work: (agency: Agency) => Promise<readonly BenchRow[]> = async () => [],
): Promise<BenchRow[]> => {
  if (process.platform !== 'linux') {
    console.log('  skipped: memory is read from /proc')
    return []
  }
  const reports = join(import.meta.dirname, '..', '..', 'bench-results', `memory-${process.pid}`)
  mkdirSync(reports, { recursive: true })
  const agency = await startAgency(scale, reporting(reports))
  try {
    const firstMs = await runSync(agency.desk, RANKINGS)
    console.log(`  first sync, with the sandbox at work on the replies: ${Math.round(firstMs)} ms`)
    const historyRows = fillHistory(agency.home)
    const { idle, peak } = await measure(agency.desk, agency.brandIds, scale.syncs)
    const millions = Math.round((scale.brands * scale.keywords * DAYS) / 1e6)
    const row = judge({
      name: `memory of the desk at its most: ${scale.brands} brands, ${millions} M rows, a window open, a sync running`,
      against: `${goalMb} MB`,
      ratio: peak.rssMb / goalMb,
      atMost: 1,
      measured: { ...peak, idleMb: idle.rssMb, ...heapsIn(reports), historyRows },
    })
    console.log(`  at most ${Math.round(peak.rssMb)} MB`)
    return [row, ...(await work(agency))]
  } finally {
    await agency.close()
  }
}

export const memoryBench: Bench = {
  name: 'memory',
  run: () => memoryRows({ brands: 200, keywords: 1000, syncs: 3 }, 400),
}
