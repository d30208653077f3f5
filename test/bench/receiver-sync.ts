// The receiver while the desk does its heaviest work: against itself when idle, in turns. Syncs and backups follow each other
// without a pause, so every round is beside one. Senders, service and desk share the machine's cores: a bare node:http server
// in a process of its own, sent to in the same turns, shows what they leave to anyone.
import type { LoadResult } from '../support/hook-load.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { diskOf, pick, SENDERS, sendTo, type Target } from './hook-rounds.ts'
import { startBareServer } from './hook-servers.ts'
import { rawFsyncs } from './raw-fsync.ts'
import { type Agency, startAgency } from './support/agency.ts'
import { runSync } from './support/run-sync.ts'

const SCALE = { brands: 40, keywords: 1000 }
const ROUNDS = 7
/** At a pace that leaves the machine room: what a sender waits for is the receiver, not the queue. */
const PACED = { senders: SENDERS, durationMs: 2000, pauseMs: 50 }
/** Dense enough for checkpoints of inbox.db, where the machine keeps up; they are not counted. */
const DENSE = { senders: SENDERS, durationMs: 2000, pauseMs: 5 }
const FSYNC_MS = 200

const targetOf = async ({ desk, brandIds: [brandId = ''] }: Agency): Promise<Target> => {
  const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId, sessionOnly: true })
  const { port } = await desk.value('webhooks.status', {})
  return { port, path: new URL(url).pathname, secret }
}

/** Does the work again and again beside `rounds`; how many times it ended meanwhile. */
const beside = async <Result>(work: () => Promise<unknown>, round: () => Promise<Result>) => {
  let isOver = false
  let times = 0
  const working = (async () => {
    while (!isOver) {
      await work()
      times += 1
    }
  })()
  const result = await round().finally(() => {
    isOver = true
  })
  await working
  return { result, times }
}

type Send = () => Promise<LoadResult>

const inTurns = async ({ home }: Agency, send: Send, work: () => Promise<unknown>, sendBare?: Send) => {
  const idle: LoadResult[] = []
  const busy: LoadResult[] = []
  const bare = { idle: [] as LoadResult[], busy: [] as LoadResult[] }
  const disk = { idle: [] as number[][], busy: [] as number[][] }
  let works = 0
  for (let round = -1; round < ROUNDS; round += 1) {
    const idleRound = await send()
    const idleDisk = await rawFsyncs(home, FSYNC_MS)
    const idleBare = await sendBare?.()
    const besideWork = await beside(work, async () => ({
      load: await send(),
      fsyncs: await rawFsyncs(home, FSYNC_MS),
      bare: await sendBare?.(),
    }))
    if (round < 0) continue
    if (idleBare !== undefined) bare.idle.push(idleBare)
    if (besideWork.result.bare !== undefined) bare.busy.push(besideWork.result.bare)
    idle.push(idleRound)
    busy.push(besideWork.result.load)
    disk.idle.push(idleDisk)
    disk.busy.push(besideWork.result.fsyncs)
    works += besideWork.times
  }
  const measured = {
    busyP50Ms: pick(busy, 'p50Ms'),
    idleP50Ms: pick(idle, 'p50Ms'),
    busyP99Ms: pick(busy, 'p99Ms'),
    idleP99Ms: pick(idle, 'p99Ms'),
    busyP999Ms: pick(busy, 'p999Ms'),
    busyMaxMs: Math.max(...busy.map(({ maxMs }) => maxMs)),
    perSecond: pick(busy, 'perSecond'),
    worksBeside: works,
    rounds: ROUNDS,
    idleFsyncP99Ms: diskOf(disk.idle).fsyncP99Ms,
    busyFsyncP99Ms: diskOf(disk.busy).fsyncP99Ms,
    ...(sendBare === undefined
      ? {}
      : { bareBusyP99Ms: pick(bare.busy, 'p99Ms'), bareIdleP99Ms: pick(bare.idle, 'p99Ms') }),
  }
  return { busy, measured }
}

/** Of the worst round. */
const p999Row = (during: string, { busy, measured }: Awaited<ReturnType<typeof inTurns>>): BenchRow =>
  judge({
    name: `receiver p99.9 during ${during}, seconds`,
    against: 'one second',
    ratio: Math.max(...busy.map(({ p999Ms }) => p999Ms)) / 1000,
    atMost: 1,
    measured,
  })

/** Both are slower beside a sync: the cores are busy. The desk may suffer a little more than a server that keeps nothing. */
const againstBare = (measured: Awaited<ReturnType<typeof inTurns>>['measured']): BenchRow => {
  const { busyP99Ms, idleP99Ms, bareBusyP99Ms = NaN, bareIdleP99Ms = NaN } = measured
  return judge({
    name: 'receiver p99 during a full sync, vs idle',
    against: 'the same of a bare node:http server in the same rounds',
    ratio: busyP99Ms / idleP99Ms / (bareBusyP99Ms / bareIdleP99Ms),
    atMost: 1.2,
    measured,
  })
}

const measure = async (agency: Agency): Promise<BenchRow[]> => {
  const { desk, replay } = agency
  const target = await targetOf(agency)
  const sync = async () => {
    await replay.next()
    await runSync(desk, { datasets: ['rankings'] })
  }
  await sync()
  await sync()
  const bare = await startBareServer(target.secret)
  const syncs = await inTurns(
    agency,
    () => sendTo(target, PACED),
    sync,
    () => sendTo({ ...bare, secret: target.secret }, PACED),
  ).finally(bare.close)
  const backups = await inTurns(
    agency,
    () => sendTo(target, DENSE),
    () => desk.value('desk.backup', {}),
  )
  return [againstBare(syncs.measured), p999Row('a full sync', syncs), p999Row('backups and checkpoints', backups)]
}

export const receiverSyncBench: Bench = {
  name: 'receiver-sync',
  run: async () => {
    const agency = await startAgency(SCALE, { AGENCY_DESK_WEBHOOK_PORT: '0' })
    try {
      return await measure(agency)
    } finally {
      await agency.close()
    }
  },
}
