// Whole desks of one team, each a process of its own as `npm start` runs it: after how long a colleague's window shows what was
// queued, and what 50 desks cost that nobody uses.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { prepareTeamFile } from '../../src-main/store/team/team-files.ts'
import { DEFAULT_PROFILE, mergeProfile } from '../../src-shared/service/profile.ts'
import { launchBrowser } from '../support/chromium.ts'
import { type DeskProcess, startDeskProcess } from '../support/desk-process.ts'
import { keepSignedIn } from '../support/keep-signed-in.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { processorMs } from './support/at-rest.ts'
import { type BenchTeam, brandId, openBenchTeam, programsHere, spread } from './support/bench-team.ts'
import { PAGE } from './support/painted.ts'
import { residentOf } from './support/resident.ts'
import { eventsOf } from './support/run-sync.ts'

const BRANDS = 20
const QUEUED = 50
const SEEN_WITHIN_MS = 1000
const IDLE_DESKS = 50
/** Without a team, beside them. */
const IDLE_ALONE = 5
const STARTED_AT_ONCE = 4
const SETTLE_MS = 15_000
const IDLE_MS = 60_000

type Desk = DeskProcess & { readonly end: () => Promise<void> }

const startDesk = async (home: string, env: Readonly<Record<string, string>> = {}): Promise<Desk> => {
  const desk = await startDeskProcess({ home, isBuilt: true, env })
  const end = async () => {
    await desk.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { ...desk, end }
}

const newHome = (): string => mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))

const DESK_NAME = 'a desk'
const JOIN = 'SELECT agency_desk.join_desk($1, $2, 0)::int AS no, team_id AS "teamId" FROM agency_desk.head'

/** One more desk of the team, connected; `port` instead of the server's own. */
const startTeamDesk = async ({ access, openClient }: BenchTeam, port?: number): Promise<Desk> => {
  const { client } = await openClient()
  const deskId = randomUUID()
  const { rows } = await client.query<{ no: number; teamId: string }>(JOIN, [deskId, DESK_NAME])
  await client.end()
  const [{ no: deskNo, teamId } = { no: 0, teamId: '' }] = rows
  const at = new URL(access.url)
  if (port !== undefined) at.port = String(port)
  const home = newHome()
  prepareTeamFile(home, { teamId, url: at.href, login: at.username, deskId, deskNo, deskName: DESK_NAME }).commit()
  at.password = access.password
  const desk = await startDesk(home, { AGENCY_DESK_TEAM: at.href })
  while ((await desk.value('team.status', {})).team?.connection !== 'connected') await setTimeout(100)
  return desk
}

const endAll = async (desks: readonly Desk[]): Promise<void> => {
  for (const desk of desks) await desk.end()
}

/** When a colleague's window gets the event, and when it has painted one more row in Activity. */
const seenAt = async (browser: Awaited<ReturnType<typeof launchBrowser>>, desk: Desk, signal: AbortSignal) => {
  const context = await browser.newContext(PAGE)
  await keepSignedIn(context, desk)
  const page = await context.newPage()
  await page.goto(`${desk.origin}/#/activity/all`)
  await page.getByRole('heading', { name: 'No actions yet' }).waitFor()
  const events = eventsOf(desk, signal)
  return {
    told: async (): Promise<number> => {
      for (;;) {
        const { value: event } = await events.next()
        if (event === undefined) throw new Error('The events ended.')
        if (event.name === 'changed' && event.payload.datasets.includes('intents')) return performance.now()
      }
    },
    painted: async (actions: number): Promise<number> => {
      // A row of headings, and one of each action.
      const rows = String(actions + 1)
      const isThere = (wanted: string) =>
        document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') === wanted
      await page.waitForFunction(isThere, rows, { polling: 'raf' })
      return performance.now()
    },
  }
}

/** Nobody has a key: what is queued waits. */
const setServiceAddress = ({ owner }: BenchTeam): Promise<unknown> => {
  const profile = mergeProfile(DEFAULT_PROFILE, { baseUrl: 'http://127.0.0.1:9' })
  const sql = "INSERT INTO agency_desk.team_setting (key, value) VALUES ('profile', $1)"
  return owner.query(sql, [JSON.stringify(profile)])
}

const measureSeen = async (team: BenchTeam): Promise<BenchRow> => {
  const browser = await launchBrowser()
  const ends = new AbortController()
  const [ann, ben] = [await startTeamDesk(team), await startTeamDesk(team)]
  try {
    const colleague = await seenAt(browser, ben, ends.signal)
    const times = { queued: [] as number[], told: [] as number[], painted: [] as number[] }
    for (let round = 0; round < QUEUED; round += 1) {
      const waits = [colleague.told(), colleague.painted(round + 1)] as const
      const startedAt = performance.now()
      const since = (at: number) => at - startedAt
      await ann.value('publishing.publish', {
        brandId: brandId(1),
        articleSlugs: [`article-${round}`],
        provider: 'ghost',
        holdSeconds: 3600,
      })
      times.queued.push(since(performance.now()))
      times.told.push(since(await waits[0]))
      times.painted.push(since(await waits[1]))
      await setTimeout(200)
    }
    const [queued, told, painted] = [spread(times.queued), spread(times.told), spread(times.painted)]
    return judge({
      name: 'queued by one desk to painted in the window of another, slowest of 50',
      against: `${SEEN_WITHIN_MS} ms`,
      ratio: painted.p99 / SEEN_WITHIN_MS,
      atMost: 1,
      measured: {
        storedP50Ms: queued.p50,
        storedP99Ms: queued.p99,
        toldP50Ms: told.p50,
        toldP99Ms: told.p99,
        paintedP50Ms: painted.p50,
        paintedP99Ms: painted.p99,
      },
    })
  } finally {
    ends.abort()
    await browser.close()
    await endAll([ann, ben])
  }
}

/** Between desks and their server; counts what passes. */
const countBytes = async (port: number) => {
  let bytes = 0
  const proxy = createServer((desk) => {
    const server = openSocket(port, '127.0.0.1')
    for (const [from, to] of [
      [desk, server],
      [server, desk],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { port: (proxy.address() as AddressInfo).port, count: () => bytes, close: () => proxy.close() } // it listens
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const processorMsOf = (desks: readonly Desk[]): number => sum(desks.map(({ pid }) => processorMs(pid)))

const TRANSACTIONS =
  'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()'
const PROCESSES = "SELECT pid FROM pg_stat_activity WHERE backend_type <> 'autovacuum worker'"

const atServer = async ({ owner }: BenchTeam) => {
  const { rows: counted } = await owner.query<{ count: string }>(TRANSACTIONS)
  const { rows } = await owner.query<{ pid: number }>(PROCESSES)
  return { transactions: Number(counted[0]?.count), used: new Map(rows.map(({ pid }) => [pid, processorMs(pid)])) }
}

const measureIdle = async (team: BenchTeam): Promise<BenchRow[]> => {
  const proxy = await countBytes(team.server.address.port)
  const desks: Desk[] = []
  const alone: Desk[] = []
  try {
    while (alone.length < IDLE_ALONE) alone.push(await startDesk(newHome()))
    while (desks.length < IDLE_DESKS) {
      const few = Array.from({ length: Math.min(STARTED_AT_ONCE, IDLE_DESKS - desks.length) })
      desks.push(...(await Promise.all(few.map(() => startTeamDesk(team, proxy.port)))))
    }
    await setTimeout(SETTLE_MS)
    const [startedAt, bytes, server] = [performance.now(), proxy.count(), await atServer(team)]
    const [used, usedAlone] = [processorMsOf(desks), processorMsOf(alone)]
    await setTimeout(IDLE_MS)
    const seconds = (performance.now() - startedAt) / 1000
    const aMinute = (ms: number) => (ms / 1000 / seconds) * 60
    const now = await atServer(team)
    const [each, eachAlone] = [
      aMinute(processorMsOf(desks) - used) / desks.length,
      aMinute(processorMsOf(alone) - usedAlone) / alone.length,
    ]
    // Of those that were there at both moments.
    const serverSeconds = aMinute(sum([...server.used].map(([pid, ms]) => (now.used.get(pid) ?? ms) - ms)))
    const memoryOf = (of: readonly Desk[]) => sum(of.map(({ pid }) => residentOf(pid).anonMb)) / of.length
    return [
      judge({
        name: '50 idle desks, processor seconds a minute of each',
        against: '0.6 s, a hundredth of one core',
        ratio: each / 0.6,
        atMost: 1,
        measured: { each, eachAlone, anonMbOfEach: memoryOf(desks), anonMbOfEachAlone: memoryOf(alone) },
      }),
      judge({
        name: '50 idle desks, processor seconds of the server a minute',
        against: '3 s, a twentieth of one core',
        ratio: serverSeconds / 3,
        atMost: 1,
        measured: {
          serverSeconds,
          processesOfTheServer: now.used.size,
          transactionsPerSecond: (now.transactions - server.transactions) / seconds,
          bytesAMinute: ((proxy.count() - bytes) / seconds) * 60,
        },
      }),
    ]
  } finally {
    await endAll([...desks, ...alone])
    proxy.close()
  }
}

const run = async (): Promise<BenchRow[]> => {
  const programs = programsHere('team-desks')
  if (programs === null) return []
  const team = await openBenchTeam(programs, BRANDS)
  try {
    await setServiceAddress(team)
    return [await measureSeen(team), ...(await measureIdle(team))]
  } finally {
    await team.close()
  }
}

/** Three minutes and 6 GB: only when it is asked for. */
export const teamDesksBench: Bench = { name: 'team-desks', run }
