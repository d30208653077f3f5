// A new desk of a team: how long it takes to fill its cache from what another desk fetched, and what that takes in PostgreSQL.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src-main/base/clock.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { Store } from '../../src-main/store/store.ts'
import { createCacheLink } from '../../src-main/store/team/cache-link.ts'
import type { DatasetContext } from '../../src-main/sync/datasets/dataset.ts'
import { takeDays, takeReplies } from '../../src-main/sync/take-replies.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { dayAt, type FilledCache, fillCache, type Scale } from './rank-cache.ts'
import { addBrands, openBenchTeam } from './support/bench-team.ts'
import { bytesOfDays, FETCHED_AT_MS, SLICE, shareAll } from './support/team-days.ts'

const WHOLE: Scale = { brands: 200, keywords: 1000, days: 50 }
const GOAL_SECONDS = 60
const GOAL_BYTES = 14
/** As many pairs as a desk syncs at a time. */
const AT_ONCE = 4

const contextOf = (store: Store, brandId: string, scale: Scale): DatasetContext => ({
  brandId,
  slice: DEFAULT_SLICE,
  periods: [],
  store,
  clock: { ...systemClock, now: () => Date.parse(`${dayAt(scale.days)}T12:00:00Z`) },
  signal: new AbortController().signal,
  historyDays: scale.days + 1,
  fetchBody: () => Promise.reject(new Error('The service was asked.')),
  nextBatch: () => 1,
  progress: () => undefined,
  changed: () => undefined,
})

/** Fills a desk that has the brands and nothing else; returns how many days it took. */
const fill = async (store: Store, { brandIds, scale }: FilledCache): Promise<number> => {
  const left = [...brandIds]
  let days = 0
  const work = async (): Promise<void> => {
    for (let brandId = left.shift(); brandId !== undefined; brandId = left.shift()) {
      const context = contextOf(store, brandId, scale)
      await takeReplies(context, { dataset: 'rankings', slice: SLICE, fetchedAtMs: FETCHED_AT_MS })
      const taken = await takeDays(context)
      days += taken
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return days
}

const newDesk = (filled: FilledCache) => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const files = {
    coreFile: join(folder, 'core.db'),
    cacheFile: join(folder, 'cache.db'),
    backupsFolder: join(folder, 'backups'),
  }
  mkdirSync(files.backupsFolder)
  copyFileSync(filled.files.coreFile, files.coreFile)
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const measureFill = async (scale: Scale): Promise<BenchRow[]> => {
  const programs = postgresHere().at(-1)
  if (programs === undefined) throw new Error('This bench needs a PostgreSQL.')
  const team = await openBenchTeam(programs, 0)
  const { owner } = team
  const access = { ...team.access, deskId: '', deskName: '', deskNo: 1, teamId: '' }
  const filled = fillCache(scale)
  const desk = newDesk(filled)
  try {
    await addBrands(owner, filled.brandIds)
    const link = createCacheLink(access)
    const sharingAt = performance.now()
    await shareAll(filled, link, owner)
    const shareSeconds = (performance.now() - sharingAt) / 1000
    link.close()
    const bytes = await bytesOfDays(owner)
    const store = await openStore({ ...desk.files, team: access, onNotice: ({ message }) => console.error(message) })
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
    const days = await fill(store, filled)
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpu)
    await store.close()
    const rows = days * scale.keywords
    const measured = { brands: scale.brands, days, rows, seconds, deskCpuSeconds: (user + system) / 1e6, shareSeconds }
    const size = { bytes, postgres: programs.version }
    return [
      judge({
        name: 'a new desk filled from the team, seconds',
        against: `${GOAL_SECONDS} s`,
        ratio: seconds / GOAL_SECONDS,
        atMost: 1,
        measured,
      }),
      judge({
        name: 'a keyword of a day in PostgreSQL, bytes',
        against: `${GOAL_BYTES} bytes`,
        ratio: bytes / rows / GOAL_BYTES,
        atMost: 1,
        measured: { bytesOfAKeywordDay: bytes / rows, ...size },
      }),
    ]
  } finally {
    filled.remove()
    desk.remove()
    await team.close()
  }
}

/** Takes minutes: only when it is asked for. */
export const teamFillBench: Bench = { name: 'team-fill', run: () => measureFill(WHOLE) }
