// The durable receiver: against Debian's webhook and bare node:http, which keep nothing, and against itself during a
// full sync. Senders, receivers and the sandbox share the machine's cores; a round begins when the one before is over,
// with what its server did after the answers.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callDesk } from '../../src-main/desk.ts'
import type { LoadOptions, LoadResult } from '../support/hook-load.ts'
import { type ReceiverProcess, startReceiverProcess } from '../support/receiver-process.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import { type HookServer, hasDebianWebhook, runLoad, startBareServer, startDebianWebhook } from './hook-servers.ts'
import { percentile, rawFsyncs } from './raw-fsync.ts'
import { processorMs, untilAtRest } from './support/at-rest.ts'

const SENDERS = 32
const ROUNDS = 5
const FULL = { senders: SENDERS, durationMs: 3000, pauseMs: 0 }
/** As many senders at a pace that leaves the machine room: what a sender waits for is the receiver, not the queue. */
const PACED = { senders: SENDERS, durationMs: 2000, pauseMs: 50 }
const PACED_ROUNDS = 4
const FSYNC_MS = 200
const SYNC = { brands: 30, keywords: 1000, days: 35 }

const pathsIn = (home: string) => ({
  coreFile: join(home, 'core.db'),
  cacheFile: join(home, 'cache.db'),
  backupsFolder: join(home, 'backups'),
})

type Desk = ReceiverProcess & HookServer & { readonly secret: string }

const startDesk = async (home: string): Promise<Desk> => {
  const [brandId = ''] = await addBrands(pathsIn(home), ['Acme'])
  const desk = await startReceiverProcess({ home })
  const { secret } = await callDesk(desk.remote, 'webhooks.rotateSecret', { brandId, sessionOnly: true })
  const close = async () => {
    await desk.remote.close()
    await desk.kill()
  }
  return { ...desk, pid: desk.child.pid ?? 0, path: '/hooks/acme', secret, close }
}

/** A round, and what a delivery cost the machine's processors, also after its answer. */
type Round = LoadResult & { readonly processorUs: number }

const pick = <Result>(results: readonly Result[], name: keyof Result): number =>
  median(results.map((result) => Number(result[name])))

/** The disk alone, beside the rounds: a commit cannot be faster. */
const diskOf = (fsyncs: readonly (readonly number[])[]) => ({
  fsyncP50Ms: median(fsyncs.map((times) => percentile(times, 0.5))),
  fsyncP99Ms: median(fsyncs.map((times) => percentile(times, 0.99))),
})

const rangeOf = (name: string, results: readonly LoadResult[]) => ({
  [`${name}Rounds`]: results.map(({ perSecond }) => Math.round(perSecond)).join(' '),
})

const sendTo = async (
  server: HookServer,
  secret: string,
  how: Pick<LoadOptions, 'senders' | 'durationMs' | 'pauseMs'>,
) => {
  const result = await runLoad({ port: server.port, path: server.path, secret, ...how })
  if (result.others > 0) throw new Error(`${result.others} deliveries were refused`)
  return result
}

const sendAlone = async (server: HookServer, secret: string): Promise<Round> => {
  const before = processorMs(server.pid)
  const result = await sendTo(server, secret, FULL)
  await untilAtRest(server.pid)
  return { ...result, processorUs: ((processorMs(server.pid) - before) * 1000) / result.answered }
}

const againstOthers = async (desk: Desk, folder: string): Promise<BenchRow[]> => {
  const { secret } = desk
  const bare = await startBareServer(secret)
  const debian = hasDebianWebhook() ? await startDebianWebhook(secret, folder) : null
  const results = { desk: [] as Round[], bare: [] as Round[], debian: [] as Round[] }
  const fsyncs: number[][] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, server] of [
      ['desk', desk],
      ['debian', debian],
      ['bare', bare],
    ] as const) {
      if (server === null) continue
      const result = await sendAlone(server, secret)
      if (round >= 0) results[name].push(result)
    }
    fsyncs.push(await rawFsyncs(folder, FSYNC_MS))
  }
  await bare.close()
  await debian?.close()
  const deskPerSecond = pick(results.desk, 'perSecond')
  const deskP99Ms = pick(results.desk, 'p99Ms')
  const barePerSecond = pick(results.bare, 'perSecond')
  const disk = diskOf(fsyncs)
  const rows = [
    judge({
      name: `durable receiver, ${SENDERS} senders, deliveries per second`,
      against: 'bare node:http and JSON.parse',
      ratio: deskPerSecond / barePerSecond,
      atLeast: 0.2,
      measured: { deskPerSecond, barePerSecond, deskP99Ms, bareP99Ms: pick(results.bare, 'p99Ms'), ...disk },
    }),
  ]
  if (debian === null) {
    console.log("  skipped: against Debian's webhook (apt-get install webhook)")
    return rows
  }
  const debianPerSecond = pick(results.debian, 'perSecond')
  const debianP99Ms = pick(results.debian, 'p99Ms')
  const against = "Debian's webhook (adnanh), which keeps nothing"
  return [
    ...rows,
    judge({
      name: `durable receiver, ${SENDERS} senders, deliveries per second`,
      against,
      ratio: deskPerSecond / debianPerSecond,
      atLeast: 1.5,
      measured: {
        deskPerSecond,
        debianPerSecond,
        ...rangeOf('desk', results.desk),
        ...rangeOf('debian', results.debian),
        deskProcessorUs: pick(results.desk, 'processorUs'),
        debianProcessorUs: pick(results.debian, 'processorUs'),
        ...disk,
      },
    }),
    judge({
      name: `durable receiver, ${SENDERS} senders, p99`,
      against,
      ratio: deskP99Ms / debianP99Ms,
      atMost: 0.5,
      measured: { deskP99Ms, debianP99Ms, ...disk },
    }),
  ]
}

const startSandboxProcess = async (): Promise<{ child: ChildProcess; baseUrl: string; keys: string[] }> => {
  const file = join(import.meta.dirname, '..', '..', 'src-sandbox', 'cli.ts')
  const { brands, keywords, days } = SYNC
  const args = [
    file,
    '--ready-json',
    '--brands',
    String(brands),
    '--keywords',
    String(keywords),
    '--days',
    String(days),
  ]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  const ready = JSON.parse(text) as { baseUrl: string; brands: { key: string }[] } // what --ready-json prints
  return { child, baseUrl: ready.baseUrl, keys: ready.brands.map(({ key }) => key) }
}

const duringSync = async (desk: Desk, folder: string): Promise<BenchRow[]> => {
  const sandbox = await startSandboxProcess()
  const { remote } = desk
  const isSyncing = async () => {
    const { run } = await callDesk(remote, 'sync.status', {})
    return run !== null && run.endedAt === null
  }
  try {
    await callDesk(remote, 'service.setProfile', { baseUrl: sandbox.baseUrl })
    const rows = sandbox.keys.map((key, at) => ({ name: `Brand ${at}`, key }))
    await callDesk(remote, 'brands.addMany', { rows, sessionOnly: true })
    while (await isSyncing()) await new Promise((resolve) => setTimeout(resolve, 200))
    const round = async () => ({
      load: await sendTo(desk, desk.secret, PACED),
      fsyncs: await rawFsyncs(folder, FSYNC_MS),
    })
    const idleRounds: Awaited<ReturnType<typeof round>>[] = []
    const busyRounds: typeof idleRounds = []
    let syncMs = 0
    for (let at = 0; at < PACED_ROUNDS; at += 1) {
      idleRounds.push(await round())
      const startedAt = performance.now()
      await callDesk(remote, 'sync.run', {})
      while (await isSyncing()) {
        const busy = await round()
        if (await isSyncing()) busyRounds.push(busy) // the whole round was beside a sync
      }
      syncMs += performance.now() - startedAt
    }
    const idle = idleRounds.map(({ load }) => load)
    const busy = busyRounds.map(({ load }) => load)
    const [idleDisk, busyDisk] = [idleRounds, busyRounds].map((rounds) => diskOf(rounds.map(({ fsyncs }) => fsyncs)))
    const measured = {
      busyP99Ms: pick(busy, 'p99Ms'),
      idleP99Ms: pick(idle, 'p99Ms'),
      busyP50Ms: pick(busy, 'p50Ms'),
      idleP50Ms: pick(idle, 'p50Ms'),
      busyP999Ms: pick(busy, 'p999Ms'),
      busyMaxMs: Math.max(...busy.map(({ maxMs }) => maxMs)),
      syncMs: syncMs / PACED_ROUNDS,
      rounds: busy.length,
      idleFsyncP99Ms: idleDisk?.fsyncP99Ms ?? Number.NaN,
      busyFsyncP99Ms: busyDisk?.fsyncP99Ms ?? Number.NaN,
    }
    return [
      judge({
        name: 'receiver p99 during a full sync',
        against: 'idle',
        ratio: measured.busyP99Ms / measured.idleP99Ms,
        atMost: 1.5,
        measured,
      }),
      judge({
        name: 'receiver p99.9 during a full sync, seconds',
        against: 'one second',
        ratio: measured.busyP999Ms / 1000,
        atMost: 1,
        measured: { busyP999Ms: measured.busyP999Ms },
      }),
    ]
  } finally {
    sandbox.child.stdin?.end()
    await once(sandbox.child, 'exit')
  }
}

const withDesk = async (work: (desk: Desk, folder: string) => Promise<BenchRow[]>): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const desk = await startDesk(join(folder, 'home'))
  try {
    return await work(desk, folder)
  } finally {
    await desk.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const receiverBench: Bench = { name: 'receiver', run: () => withDesk(againstOthers) }
export const receiverSyncBench: Bench = { name: 'receiver-sync', run: () => withDesk(duringSync) }
