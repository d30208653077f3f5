// The durable receiver against Debian's webhook and bare node:http, which keep nothing. Senders and receivers share the
// machine's cores; a round begins when the one before is over, with what its server did after the answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callDesk } from '../../src-main/desk.ts'
import type { LoadResult } from '../support/hook-load.ts'
import { type ReceiverProcess, startReceiverProcess } from '../support/receiver-process.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { diskOf, pick, SENDERS, sendTo } from './hook-rounds.ts'
import { type HookServer, hasDebianWebhook, startBareServer, startDebianWebhook } from './hook-servers.ts'
import { rawFsyncs } from './raw-fsync.ts'
import { processorMs, untilAtRest } from './support/at-rest.ts'

const ROUNDS = 5
const FULL = { senders: SENDERS, durationMs: 3000, pauseMs: 0 }
const FSYNC_MS = 200

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

const rangeOf = (name: string, results: readonly LoadResult[]) => ({
  [`${name}Rounds`]: results.map(({ perSecond }) => Math.round(perSecond)).join(' '),
})

const sendAlone = async (server: HookServer, secret: string): Promise<Round> => {
  const before = processorMs(server.pid)
  const result = await sendTo({ ...server, secret }, FULL)
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
