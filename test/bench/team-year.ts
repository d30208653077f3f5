// A team with 10,000 brands and a year of days, 365 million keyword-days, really stored and really read: what it takes in
// PostgreSQL, how fast all of it is read, and how long a person who joins waits for the first rows.
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { mapConcurrently } from '../../src-main/base/background.ts'
import { dayFromNumber, dayNumber, toDay } from '../../src-main/base/clock.ts'
import { unpackDay } from '../../src-main/rankings/rules/packed-day.ts'
import { type CacheLink, createCacheLink } from '../../src-main/store/team/cache-link.ts'
import { newerDays } from '../../src-main/store/team/snapshot-days.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import type { Scale } from './rank-cache.ts'
import { processorMs } from './support/at-rest.ts'
import { type BenchTeam, openBenchTeam, programsHere } from './support/bench-team.ts'
import type { FillPart } from './support/fill-part.ts'
import { residentOf, watchPeak } from './support/resident.ts'
import { addEmptyDatasets, addSums, bytesOfDays, type DaySums, NO_DAYS, SLICE } from './support/team-days.ts'

const WHOLE: Scale = { brands: 10_000, keywords: 100, days: 365 }
/** Brands in the cache of a desk that fills the team. */
const PART = 200
/** As several desks do at once. */
const FILLERS = 4
const READERS = 2
const GOAL_BYTES = 14
const FIRST_ROWS_SECONDS = 5
/** Brands that a person opens, one after another, while their desk takes the rest. */
const OPENED = 10
const ASK_EVERY_MS = 25
/** For what a new desk takes by itself. */
const TAKES_MS = 3 * 60_000

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000

const FILLER = new URL('./support/fill-part.ts', import.meta.url)

/** In a thread of its own; what it gave. */
const fillPart = async (part: FillPart): Promise<DaySums> => {
  const [sums] = await once(new Worker(FILLER, { workerData: part }), 'message')
  return sums as DaySums // of fill-part.ts
}

const fillTeam = async ({ access, server }: BenchTeam, scale: Scale): Promise<DaySums> => {
  // The newest day is yesterday's, as in a team at work.
  const firstDay = dayFromNumber(dayNumber(toDay(Date.now())) - scale.days)
  const parts = Array.from({ length: Math.ceil(scale.brands / PART) }, (_, at) => at * PART)
  const sums = await mapConcurrently(parts, FILLERS, (firstBrand) => {
    const brands = Math.min(PART, scale.brands - firstBrand)
    return fillPart({ scale: { ...scale, brands, firstBrand, firstDay }, access, server: server.address })
  })
  return sums.reduce(addSums, NO_DAYS)
}

const COUNT =
  'SELECT count(*)::float8 AS days, sum(sums[1]) AS "keywordDays", sum(sums[7]) AS clicks FROM agency_desk.day'
const countedIn = async ({ owner }: BenchTeam): Promise<DaySums> =>
  (await owner.query<DaySums>(COUNT)).rows[0] ?? NO_DAYS

const assertSame = (what: string, { days, keywordDays, clicks }: DaySums, given: DaySums): void => {
  const differs = days !== given.days || keywordDays !== given.keywordDays || clicks !== given.clicks
  if (differs) throw new Error(`${what}: ${JSON.stringify({ days, keywordDays, clicks })} of ${JSON.stringify(given)}`)
}

/** Every keyword of every day of these brands, over a connection of a desk. */
const readBrands = async (link: CacheLink, left: string[]): Promise<DaySums> => {
  let [days, keywordDays, clicks] = [0, 0, 0]
  const read = async (brandId: string): Promise<void> =>
    link.use(async (client) => {
      const all = { from: '2000-01-01', known: [] }
      for await (const some of newerDays(client, { brandId, slice: SLICE }, all))
        for (const { data } of some.days) {
          const rows = unpackDay(data)
          days += 1
          keywordDays += rows.length
          for (const row of rows) clicks += row.clicks
        }
    })
  for (let brandId = left.pop(); brandId !== undefined; brandId = left.pop()) await read(brandId)
  return { days, keywordDays, clicks }
}

const SERVER_PIDS = 'SELECT pid FROM pg_stat_activity'
/** Own memory of the server's processes together, and the most that one of them holds with what they share. */
const memoryOf = async ({ owner, server }: BenchTeam) => {
  const { rows } = await owner.query<{ pid: number }>(SERVER_PIDS)
  const held = [server.pid(), ...rows.map(({ pid }) => pid)].map(residentOf)
  return {
    serverOwnMb: held.reduce((sum, { anonMb }) => sum + anonMb, 0),
    serverLargestMb: Math.max(...held.map(({ rssMb }) => rssMb)),
  }
}

const readAll = async (team: BenchTeam) => {
  const { rows } = await team.owner.query<{ id: string }>('SELECT id FROM agency_desk.brand')
  const left = rows.map(({ id }) => id)
  const links = Array.from({ length: READERS }, () => createCacheLink(team.access))
  const startedAt = performance.now()
  const peak = watchPeak(process.pid)
  const read = (await Promise.all(links.map((link) => readBrands(link, left)))).reduce(addSums, NO_DAYS)
  const seconds = secondsSince(startedAt)
  const memory = { readerPeakMb: peak.stop().rssMb, ...(await memoryOf(team)) }
  for (const link of links) link.close()
  return { ...read, seconds, memory }
}

const storedRows = async (team: BenchTeam, scale: Scale): Promise<BenchRow[]> => {
  const fillingAt = performance.now()
  const stored = await fillTeam(team, scale)
  const seconds = secondsSince(fillingAt)
  assertSame('PostgreSQL has', await countedIn(team), stored)
  const { keywordDays } = stored
  const bytes = await bytesOfDays(team.owner)
  const read = await readAll(team)
  assertSame('The reader has', read, stored)
  const expected = scale.brands * scale.keywords * scale.days
  return [
    judge({
      name: 'keyword-days stored in a team, counted in PostgreSQL',
      against: `${expected}`,
      ratio: keywordDays / expected,
      atLeast: 1,
      measured: { keywordDays, days: stored.days, seconds, perSecond: keywordDays / seconds },
    }),
    judge({
      name: 'a keyword-day of a year in PostgreSQL, bytes',
      against: `${GOAL_BYTES} bytes`,
      ratio: bytes / keywordDays / GOAL_BYTES,
      atMost: 1,
      measured: { bytesOfAKeywordDay: bytes / keywordDays, bytes },
    }),
    judge({
      name: 'keyword-days read back with the same clicks, over two connections',
      against: 'those stored',
      ratio: read.keywordDays / keywordDays,
      atLeast: 1,
      measured: {
        clicks: read.clicks,
        seconds: read.seconds,
        perSecond: read.keywordDays / read.seconds,
        ...read.memory,
      },
    }),
  ]
}

/** Asks again until the answer has rows, as a window does at each event. */
const untilRows = async (page: () => Promise<{ readonly rows: readonly unknown[] }>): Promise<void> => {
  while ((await page()).rows.length === 0) await setTimeout(ASK_EVERY_MS)
}

/** As a person opens a brand. */
const openBrand = async (desk: DeskProcess, brandId: string): Promise<number> => {
  const startedAt = performance.now()
  await desk.value('sync.prioritise', { brandIds: [brandId] })
  await untilRows(() => desk.value('rankings.page', { brandIds: [brandId], limit: 100 }))
  return secondsSince(startedAt)
}

const SUMS_HERE = 'SELECT count(*) AS days, coalesce(sum(keywords), 0) AS keywordDays FROM rank_day'
const takenBy = ({ home }: DeskProcess) => {
  const file = join(home, 'cache.db')
  const cache = new Database(file, { readonly: true })
  const taken = cache.prepare<[], Pick<DaySums, 'days' | 'keywordDays'>>(SUMS_HERE).get() ?? NO_DAYS
  cache.close()
  return { ...taken, cacheMb: statSync(file).size / 2 ** 20, coreMb: statSync(join(home, 'core.db')).size / 2 ** 20 }
}

const hasTakenAll = async (desk: DeskProcess, brandId: string): Promise<boolean> => {
  const { run } = await desk.value('sync.status', { brandIds: [brandId] })
  return run !== null && run.endedAt !== null
}

/** What the desk takes by itself, until it has the days of its setting of every brand. */
const takeRest = async (desk: DeskProcess, brandId: string) => {
  const startedAt = performance.now()
  while (!(await hasTakenAll(desk, brandId)) && performance.now() - startedAt < TAKES_MS) await setTimeout(1000)
  return secondsSince(startedAt)
}

const rowWithin = (name: string, seconds: number, measured: BenchRow['measured'] = {}): BenchRow =>
  judge({
    name,
    against: `${FIRST_ROWS_SECONDS} s`,
    ratio: seconds / FIRST_ROWS_SECONDS,
    atMost: 1,
    measured: { seconds, ...measured },
  })

const newDeskRows = async ({ access }: BenchTeam, { brands }: Scale): Promise<BenchRow[]> => {
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const startedAt = performance.now()
  const desk = await startDeskProcess({ home, isBuilt: true })
  try {
    const startSeconds = secondsSince(startedAt)
    await desk.value('team.join', { url: access.url, password: access.password, sessionOnly: true })
    const joinedSeconds = secondsSince(startedAt)
    const list = (await desk.value('brands.list', {})).brands
    const listSeconds = secondsSince(startedAt)
    await untilRows(() => desk.value('brands.overview', { brandIds: 'all', limit: 100 }))
    const overviewSeconds = secondsSince(startedAt)
    if (list.length !== brands) throw new Error(`The new desk lists ${list.length} of ${brands} brands.`)
    // The desk takes those before by itself.
    const idAt = (at: number): string => list[Math.floor(brands * (1 - at / OPENED / 2))]?.id ?? ''
    await openBrand(desk, list.at(-1)?.id ?? '')
    const rankingsSeconds = secondsSince(startedAt)
    const joining = { processorSeconds: processorMs(desk.pid) / 1000 }
    const peak = watchPeak(desk.pid)
    const opened: number[] = []
    const lists: number[] = []
    for (let at = 1; at <= OPENED; at += 1) {
      await setTimeout(4000)
      opened.push(await openBrand(desk, idAt(at)))
      const askedAt = performance.now()
      await desk.value('brands.overview', { brandIds: 'all', limit: 100 })
      lists.push(secondsSince(askedAt))
    }
    const restSeconds = await takeRest(desk, idAt(1))
    const { rssMb } = peak.stop()
    const whole = { ...takenBy(desk), restSeconds, deskPeakMb: rssMb, processorSeconds: processorMs(desk.pid) / 1000 }
    return [
      rowWithin('a new desk joins: start of its process to the list of brands', listSeconds, {
        startSeconds,
        joinedSeconds,
      }),
      rowWithin('the same, to the first rows of the overview', overviewSeconds),
      rowWithin('the same, to the first rankings of the brand that was opened', rankingsSeconds, joining),
      rowWithin('a brand opened in the minute after, slowest of 10', Math.max(...opened), {
        overviewSlowestSeconds: Math.max(...lists),
        ...whole,
      }),
    ]
  } finally {
    await desk.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

export const measureYear = async (scale: Scale): Promise<BenchRow[]> => {
  const programs = programsHere('team-year')
  if (programs === null) return []
  const team = await openBenchTeam(programs, 0)
  try {
    const rows = await storedRows(team, scale)
    await addEmptyDatasets(team.owner)
    return [...rows, ...(await newDeskRows(team, scale))]
  } finally {
    await team.close()
  }
}

/** Half an hour and 8 GB: only when it is asked for. */
export const teamYearBench: Bench = { name: 'team-year', run: () => measureYear(WHOLE) }
