// What one PostgreSQL carries of many desks: how many small writes a second, by how many desks at once and by how many
// writes in a message; claims; and 500 desks that listen, catch up, write and claim: ten on each of 50 connections, then
// each on its own. The desks and the server share this machine. docs/scale.md is written from these rows.
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { hashOfIntent } from '../../src-main/journal/rules/intent-hash.ts'
import { migrate } from '../../src-main/store/migrate.ts'
import { CHANGED, CHANGES_OF_ONE_MOMENT } from '../../src-main/store/team/catch-up.ts'
import { fetchByKeys } from '../../src-main/store/team/fetch-rows.ts'
import { headOf } from '../../src-main/store/team/mirror.ts'
import { newsOf } from '../../src-main/store/team/news.ts'
import type { NamedTable } from '../../src-main/store/team/shared-tables.ts'
import { createWakes } from '../../src-main/store/team/wakes.ts'
import { tables } from '../../src-main/tables.ts'
import { sessionOf } from '../support/team-session.ts'
import { allowedTimes, type Bench, type BenchRow, judge, judgeAtRest } from './bench.ts'
import { processorMs } from './support/at-rest.ts'
import { type BenchClient, type BenchTeam, brandId, openBenchTeam, programsHere, spread } from './support/bench-team.ts'
import { leastFirstMs } from './support/least-session.ts'
import { withSlowness } from './support/slowness.ts'

const BRANDS = 500
const STEP_MS = 3000
const WRITERS = [1, 2, 4, 8, 16]

const CONNECTIONS = 50
const DESKS_OF_EACH = 10
const DAY_MS = 20_000
/** Each desk, on average. */
const WRITE_EVERY_MS = 10_000
const CLAIM_EVERY_MS = 15_000

let marks = 0
const markOf = (brand: number) => {
  marks += 1
  return { brand_id: brandId(brand), prospect_id: `p${marks}`, triage: null, tags: '[]', note: 'A short note' }
}
const marksOf = (brand: number, count: number) => ({
  prospect_mark: { rows: Array.from({ length: count }, () => markOf(brand)) },
})

const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
  const startedAt = performance.now()
  await work()
  times.push(performance.now() - startedAt)
}

/** Each client writes for its own brand, as fast as it can, from where the others were a moment ago. */
const writeAtOnce = async (clients: readonly BenchClient[], inMessage: number) => {
  const times: number[] = []
  const endsAt = performance.now() + STEP_MS
  const work = async ({ head, write }: BenchClient, at: number) => {
    while (performance.now() < endsAt) {
      const position = await head()
      await timed(times, () => write(marksOf(at + 1, inMessage), position))
    }
  }
  const startedAt = performance.now()
  await Promise.all(clients.map(work))
  return { perSecond: (times.length * inMessage) / ((performance.now() - startedAt) / 1000), ...spread(times) }
}

const measureWriters = async (clients: readonly BenchClient[]): Promise<BenchRow[]> => {
  const measured: Record<string, number> = {}
  for (const writers of WRITERS) {
    const { perSecond, p50, p99 } = await writeAtOnce(clients.slice(0, writers), 1)
    measured[`writesPerSecondOf${writers}`] = perSecond
    measured[`p50MsOf${writers}`] = p50
    measured[`p99MsOf${writers}`] = p99
  }
  const eight = clients.slice(0, 8)
  const grouped = await writeAtOnce(eight, 10)
  const [one = 0, many = 0] = [measured.writesPerSecondOf1, measured.writesPerSecondOf8]
  return [
    judge({
      name: 'small writes of eight desks together',
      against: 'of one desk',
      ratio: many / one,
      atLeast: 0.4,
      measured,
    }),
    judge({
      name: 'small writes of eight desks, ten in a message',
      against: 'one in a message',
      ratio: grouped.perSecond / many,
      atLeast: 2,
      measured: { perSecond: grouped.perSecond, p50MessageMs: grouped.p50, p99MessageMs: grouped.p99 },
    }),
  ]
}

const NONE = { in_flight: 0, confirmed: 0, failed: 0, skipped: 0, unknown: 0, cancelled: 0 }
const intentOf = (no: number, brand: number) => {
  const counts = { ...NONE, waiting: 1 }
  const hashed = { id: `intent-${no}`, kind: 'queue', details: '{}' }
  const hash = hashOfIntent({ ...hashed, brandId: brandId(brand), accepted: null, itemCount: 0 }, [])
  return { no, brand_id: brandId(brand), state: 'ready', created_at_ms: 1, is_paused: 0, hash, ...hashed, ...counts }
}

/** One ready intent of each brand. */
const addIntents = async ({ head, write }: BenchClient): Promise<void> => {
  const rows = Array.from({ length: BRANDS }, (_, at) => intentOf(at + 1, at + 1))
  await write({ intent: { rows } }, await head())
}

const claim = async ({ client }: BenchClient, brands: readonly string[]): Promise<void> => {
  const { rows } = await client.query('SELECT intent_no FROM agency_desk.claim_next($1, 60)', [brands])
  const [found] = rows
  if (found !== undefined) await client.query('SELECT agency_desk.give_back($1)', [found.intent_no])
}

const measureClaims = async (clients: readonly BenchClient[]): Promise<BenchRow> => {
  const times: number[] = []
  const brands = Array.from({ length: BRANDS }, (_, at) => brandId(at + 1))
  const endsAt = performance.now() + STEP_MS
  const work = async (one: BenchClient) => {
    while (performance.now() < endsAt) await timed(times, () => claim(one, brands))
  }
  await Promise.all(clients.slice(0, 16).map(work))
  const needed = (CONNECTIONS * DESKS_OF_EACH * 1000) / CLAIM_EVERY_MS
  const perSecond = times.length / (STEP_MS / 1000)
  return judge({
    name: 'claims of 16 desks, taken and given back',
    against: `${Math.round(needed)} a second, of 500 desks that send`,
    ratio: perSecond / needed,
    atLeast: 2,
    measured: { perSecond, ...spread(times) },
  })
}

const openCore = (): Database.Database => {
  const core = new Database(':memory:')
  migrate(core, tables.migrations.core)
  return core
}

type Asked = { readonly core: Database.Database; readonly marks: NamedTable }
type Changed = { readonly tbl: string; readonly key: string }

/** What a desk asks when it wakes, in its own statements; returns the newest number. */
const catchUp = async ({ client }: BenchClient, { core, marks }: Asked, from: number): Promise<number> => {
  const session = sessionOf(client)
  const news = await newsOf(session, from)
  const newest = Number(news.head.position)
  if (news.rows !== null || newest === from) return newest
  await client.query(CHANGES_OF_ONE_MOMENT)
  const { position } = await headOf(session, from, 'head')
  const changed = await session.query<Changed>(CHANGED, [from], 'changed')
  const keys = changed.flatMap(({ tbl, key }) => (tbl === marks.name ? [key] : []))
  for await (const _rows of fetchByKeys(session, core, marks, keys));
  await client.query('COMMIT')
  return Number(position)
}

type Seen = { readonly write: number[]; readonly wake: number[]; readonly catchUp: number[] }
type Moments = Map<number, number>
type Day = {
  readonly asked: Asked
  readonly seen: Seen
  readonly wroteAt: Moments
  readonly desks: number
}

/**
 * Desks on one connection, which wake at the same moments as desks do: the same is asked once for each. They have caught up and
 * listen when this resolves to what they do until the day ends.
 */
const connectDesks = async (one: BenchClient, at: number, { asked, seen, wroteAt, desks }: Day) => {
  let position = await one.head()
  let endsAt = Number.POSITIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (job: () => Promise<unknown>): Promise<unknown> => {
    last = last.then(job)
    return last
  }
  let isWaiting = false
  const wake = async () => {
    isWaiting = false
    if (performance.now() > endsAt) return
    const from = position
    for (let desk = 0; desk < desks; desk += 1)
      await timed(seen.catchUp, async () => {
        position = await catchUp(one, asked, from)
      })
    for (let no = from + 1; no <= position; no += 1)
      if (wroteAt.has(no)) seen.wake.push(performance.now() - (wroteAt.get(no) ?? 0))
  }
  const onWake = () => {
    if (!isWaiting) void inOrder(wake)
    isWaiting = true
  }
  const wakes = createWakes({ position: () => position, onWake, isConnected: () => true })
  const hear = ({ payload }: { payload?: string | undefined }) => {
    wakes.byNotice(Number(payload) > position)
  }
  one.client.on('notification', hear)
  await one.client.query('LISTEN agency_desk')
  onWake()
  wakes.byNotice(false)
  await last
  return async (until: number): Promise<void> => {
    endsAt = until
    let lastWrite = performance.now() - (Math.random() * WRITE_EVERY_MS) / desks
    let lastClaim = performance.now() - (Math.random() * CLAIM_EVERY_MS) / desks
    const write = async () => {
      await timed(seen.write, async () => {
        const no = await one.write(marksOf(at + 1, 1), position)
        if (no === null) return
        wroteAt.set(no, performance.now())
        if (no === position + 1) position = no
      })
    }
    while (performance.now() < endsAt) {
      const nextWrite = lastWrite + WRITE_EVERY_MS / desks
      const nextClaim = lastClaim + CLAIM_EVERY_MS / desks
      await setTimeout(Math.max(0, Math.min(nextWrite, nextClaim, endsAt) - performance.now()))
      if (performance.now() >= nextWrite) {
        lastWrite = nextWrite
        await inOrder(write)
      }
      if (performance.now() >= nextClaim) {
        lastClaim = nextClaim
        await inOrder(() => claim(one, [brandId(at + 1)]))
      }
    }
    one.client.off('notification', hear)
    wakes.close()
    await last
    await one.client.query('UNLISTEN *')
  }
}

const pidsOf = async ({ owner }: BenchTeam): Promise<number[]> => {
  const { rows } = await owner.query('SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL')
  return rows.map(({ pid }) => Number(pid))
}

/** 500 desks that write 50 times a second. */
const SERVER_CORES = 0.5
/** How much more than the least program a desk may take. */
const LEAST_TIMES = 1.25

type Kind = {
  readonly name: string
  readonly desks: number
  /** Of connections that were just opened: milliseconds of a processor that the first use of one takes more in the least team. */
  readonly leastFirstMs?: number
}

const measureDesks = async (
  team: BenchTeam,
  clients: readonly BenchClient[],
  { name, desks, leastFirstMs = 0 }: Kind,
): Promise<BenchRow[]> => {
  const core = openCore()
  const marks = tables.team.tables.find(({ name: table }) => table === 'prospect_mark')
  if (marks === undefined) throw new Error('prospect_mark is shared')
  const seen: Seen = { write: [], wake: [], catchUp: [] }
  const day = { asked: { core, marks }, seen, wroteAt: new Map(), desks }
  const connected = await Promise.all(clients.map((one, at) => connectDesks(one, at, day)))
  seen.catchUp.length = 0
  const pids = await pidsOf(team)
  const used = () => pids.reduce((sum, pid) => sum + processorMs(pid), 0)
  const { value, slowness } = await withSlowness(async () => {
    const [before, desksBefore, startedAt] = [used(), process.cpuUsage(), performance.now()]
    await Promise.all(connected.map((live) => live(startedAt + DAY_MS)))
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, serverCores: (used() - before) / 1000 / seconds, ofDesks: process.cpuUsage(desksBefore) }
  })
  const { seconds, serverCores, ofDesks } = value
  core.close()
  const wake = spread(seen.wake)
  const measured = {
    writesPerSecond: seen.write.length / seconds,
    writeP50Ms: spread(seen.write).p50,
    writeP99Ms: spread(seen.write).p99,
    wakeP50Ms: wake.p50,
    wakeP99Ms: wake.p99,
    catchUpsPerSecond: seen.catchUp.length / seconds,
    catchUpP50Ms: spread(seen.catchUp).p50,
    serverCores,
    desksCores: (ofDesks.user + ofDesks.system) / 1e6 / seconds,
    ...(leastFirstMs > 0 && { leastFirstMs }),
  }
  const firstCores = (LEAST_TIMES * clients.length * leastFirstMs) / DAY_MS
  return [
    judge({
      name: `${name}: a write is in the copies of the others, milliseconds (slowest of 100)`,
      against: '1000 ms',
      ratio: wake.p99 / 1000,
      atMost: 1,
      measured,
    }),
    judgeAtRest({
      name: `${name}: processors of the server`,
      against:
        leastFirstMs > 0 ? 'half a processor and 1.25 times the first use in the least team' : 'half a processor',
      ratio: serverCores / (SERVER_CORES + firstCores / allowedTimes(slowness)),
      slowness,
      measured,
    }),
  ]
}

const run = async (): Promise<BenchRow[]> => {
  const programs = programsHere('team-scale')
  if (programs === null) return []
  const team = await openBenchTeam(programs, BRANDS, { connections: 700 })
  try {
    const clients: BenchClient[] = []
    for (let at = 0; at < CONNECTIONS; at += 1) clients.push(await team.openClient())
    const [first] = clients
    if (first === undefined) return []
    const rows = await measureWriters(clients)
    await addIntents(first)
    rows.push(await measureClaims(clients))
    await team.owner.query('ANALYZE')
    rows.push(
      ...(await measureDesks(team, clients, { name: '500 desks, ten on each connection', desks: DESKS_OF_EACH })),
    )
    while (clients.length < CONNECTIONS * DESKS_OF_EACH) clients.push(await team.openClient())
    const opened = { name: '500 desks, a connection each, just opened', leastFirstMs: await leastFirstMs(team) }
    rows.push(...(await measureDesks(team, clients, { ...opened, desks: 1 })))
    rows.push(...(await measureDesks(team, clients, { name: '500 desks, a connection each', desks: 1 })))
    return rows
  } finally {
    await team.close()
  }
}

/** Two minutes: only when it is asked for. */
export const teamScaleBench: Bench = { name: 'team-scale', run }
