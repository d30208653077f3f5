// The built desk for a while at its busiest: 200 brands that are synced without a pause, deliveries to some of them, pitches of
// one, and a window that goes from place to place. A call that asks almost nothing and a server that does nothing go along: what
// they wait for is the machine's doing.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../bench/bench.ts'
import { runLoad, startBareServer } from '../../bench/hook-servers.ts'
import { type Agency, startAgency } from '../../bench/support/agency.ts'
import { residentOf, watchPeak } from '../../bench/support/resident.ts'
import { eventsOf, runSync } from '../../bench/support/run-sync.ts'
import { launchBrowser } from '../chromium.ts'
import { callHeaders } from '../desk-process.ts'
import { contentsIn, type FileContents } from './file-contents.ts'
import { sendOnAndOn } from './sends.ts'
import { createTimings, type Summary, type Timings } from './timings.ts'
import { hearWindow, type WindowCall, type WindowPlace } from './window-calls.ts'

export type SoakOptions = {
  readonly keywords: number
  readonly durationMs: number
  /** Stored before the measured time, as fast as the desk takes them. */
  readonly deliveriesBefore: number
  /** Spread over the measured time. */
  readonly deliveries: number
  readonly env?: Readonly<Record<string, string>>
}

/** Memory of the whole is compared with that after this part of it. */
const WARM_PART = 1 / 6
const SHORT_MINUTES = 5
/** As many articles stay in memory: with fewer, memory would grow with the content, and would not show a leak. */
const ARTICLES_KEPT = 60_000

/** For so many minutes; 0: for a few, on a folder that deliveries filled before. */
export const soakOf = (minutes: number): SoakOptions =>
  minutes > 0
    ? { keywords: 200, durationMs: minutes * 60_000, deliveriesBefore: ARTICLES_KEPT, deliveries: 50_000 }
    : { keywords: 100, durationMs: SHORT_MINUTES * 60_000, deliveriesBefore: 40_000, deliveries: 12_800 }

export type SlowQuery = { readonly query: string; readonly thread: string; readonly ms: number; readonly time: number }
export type SoakResult = {
  readonly timings: Timings
  readonly trivial: Summary
  readonly bare: Summary
  readonly failures: readonly string[]
  readonly answered: number
  readonly refused: number
  readonly senderMaxMs: number
  readonly syncs: number
  readonly sent: number
  readonly peakMb: number
  /** After a sixth of the time, and at its end. */
  readonly warmMb: number
  readonly endMb: number
  readonly loop: LoopDelay
  /** At the end. */
  readonly contents: readonly FileContents[]
  readonly closeMs: number
  /** Null: it was ended by force. */
  readonly exitCode: number | null
  readonly slowQueries: readonly SlowQuery[]
}

/** How late the desk's main thread was. */
type LoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }

const BRANDS = 200
/** That deliveries come to: enough of them each to make one brand's rows many. */
const RECEIVING = 4
const SENDERS = 4
/** That pitches are sent of: no delivery comes to it. */
const SENDING = 10
const FIRST = 40
/** Between two places, as a person who only skims. */
const LOOK_MS = 100
const FIRST_ROWS = '"offset":0,'
const NEXT_ROWS = '"offset":60,'
const BARE = 'a bare server'
const BARE_REQUEST = {
  method: 'POST',
  headers: { authorization: 'Bearer soak' },
  body: '{"event":"article.published"}',
}
/** Answered from memory. */
const TRIVIAL: WindowCall = { name: 'desk.clock', body: '{}' }

type Target = { readonly port: number; readonly path: string; readonly secret: string }

const targetsOf = async ({ desk, brandIds }: Agency): Promise<readonly Target[]> => {
  const targets: Target[] = []
  for (const brandId of brandIds.slice(0, RECEIVING)) {
    const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId, sessionOnly: true })
    const { port } = await desk.value('webhooks.status', {})
    targets.push({ port, path: new URL(url).pathname, secret })
  }
  return targets
}

const deliver = async (targets: readonly Target[], total: number, durationMs: number) => {
  const share = Math.ceil(total / targets.length)
  const loads = targets.map((target) => runLoad({ ...target, senders: SENDERS, durationMs, pauseMs: 0, total: share }))
  return Promise.all(loads)
}

/** A window that goes through its places until it is closed. */
const openWindow = ({ desk, brandIds }: Agency, places: readonly WindowPlace[], bareUrl: string) => {
  const [heardFor = ''] = brandIds
  const timings = createTimings()
  const noise = createTimings()
  const failures: string[] = []
  const controller = new AbortController()
  const { signal } = controller
  const ask = async (kept: Timings, name: string, url: string, init: RequestInit): Promise<string> => {
    const startedAt = performance.now()
    const response = await fetch(url, init)
    const text = await response.text()
    kept.add(name, performance.now() - startedAt)
    // What a row of one brand has, another one may not have.
    const isMissing = text.startsWith('{"ok":false,"error":{"kind":"not-found"')
    if (!isMissing && (!response.ok || text.startsWith('{"ok":false'))) failures.push(`${name}: ${text.slice(0, 200)}`)
    return text
  }
  const call = (kept: Timings, { name, body }: WindowCall, label: string = name) => {
    const headers = callHeaders(desk.origin, desk.session)
    return ask(kept, label, `${desk.origin}/api/call/${name}`, { method: 'POST', headers, body })
  }
  const callAndScroll = async (one: WindowCall): Promise<void> => {
    const reply = await call(timings, one)
    if (reply.includes('"nextCursor":null') || !one.body.includes(FIRST_ROWS)) return
    const body = one.body.replace(FIRST_ROWS, NEXT_ROWS)
    await call(timings, { ...one, body }, `${one.name}, next rows`)
  }
  const visit = async ({ calls }: WindowPlace, turn: number): Promise<void> => {
    // Each second visit is of a brand that deliveries come to.
    const brandId = brandIds[turn % 2 === 0 ? turn % RECEIVING : turn % brandIds.length] ?? ''
    await Promise.all([
      call(noise, TRIVIAL),
      ask(noise, BARE, bareUrl, BARE_REQUEST),
      ...calls.map(({ name, body }) => callAndScroll({ name, body: body.replaceAll(heardFor, brandId) })),
    ])
  }
  const listen = async () => {
    for await (const _ of eventsOf(desk, signal)) if (signal.aborted) return
  }
  const seen = Promise.withResolvers<void>()
  const walk = async () => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      if (turn === 1) seen.resolve()
      for (const place of places) {
        if (signal.aborted) return
        await visit(place, turn)
        await sleep(LOOK_MS)
      }
    }
  }
  const work = Promise.allSettled([listen(), walk().finally(seen.resolve)])
  const close = async () => {
    controller.abort()
    const failed = (await work).find((one) => one.status === 'rejected' && one.reason?.name !== 'AbortError')
    if (failed !== undefined) throw new Error('The window could not ask the desk.', { cause: failed })
  }
  /** `seenAll`: resolves when it was in every place once, or cannot go on. */
  return { timings, noise, failures, seenAll: seen.promise, close }
}

/** What the desk's own log calls slow. */
const slowQueriesIn = (home: string): SlowQuery[] => {
  const files = readdirSync(join(home, 'logs')).filter((file) => file.endsWith('.log'))
  return files.flatMap(
    (file) =>
      readFileSync(join(home, 'logs', file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"msg":"query"'))
        .map((line) => JSON.parse(line) as SlowQuery), // the desk's own lines
  )
}

const heard = async ({ desk, brandIds: [brandId = ''] }: Agency) => {
  const browser = await launchBrowser()
  try {
    return await hearWindow(browser, desk, brandId)
  } finally {
    await browser.close()
  }
}

const say = (text: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

type Prepared = { readonly targets: readonly Target[]; readonly places: readonly WindowPlace[] }

const prepare = async (agency: Agency, deliveriesBefore: number): Promise<Prepared> => {
  const { desk, brandIds } = agency
  say(`${brandIds.length} brands`)
  // Every place has rows, and what the first sync of all keeps in memory is there before memory is looked at.
  await runSync(desk, {})
  const targets = await targetsOf(agency)
  await deliver(targets, FIRST, 1)
  const places = await heard(agency)
  say(`${places.length} places, ${places.flatMap(({ calls }) => calls).length} calls`)
  if (deliveriesBefore > 0) {
    await deliver(targets, deliveriesBefore, 1)
    await desk.value('webhooks.deliveries', { limit: 1 }) // once their rows are derived
    say(`${deliveriesBefore} deliveries before`)
  }
  return { targets, places }
}

/** Runs syncs one after the other until `end`. */
const syncOnAndOn = ({ desk, replay }: Agency, failures: string[]) => {
  let isOver = false
  let syncs = 0
  const run = async () => {
    while (!isOver) {
      await replay.next()
      await runSync(desk, {})
      syncs += 1
    }
  }
  const ended = run().catch((error: unknown) => {
    if (!isOver) failures.push(`sync: ${String(error)}`)
  })
  return {
    count: () => syncs,
    ended,
    end: () => {
      isOver = true
    },
  }
}

const LOOK_AT_MEMORY_MS = 1000
/** Memory at a time is that of the looks around it: between two collections of a heap it rises and falls. */
const AROUND_MS = 20_000

const watchMemory = (pid: number) => {
  const looks: { readonly atMs: number; readonly mb: number }[] = []
  const startedAt = performance.now()
  const look = () => void looks.push({ atMs: performance.now() - startedAt, mb: residentOf(pid).rssMb })
  const timer = setInterval(look, LOOK_AT_MEMORY_MS)
  return {
    stop: () => clearInterval(timer),
    before: (endMs: number): number =>
      median(looks.filter(({ atMs }) => atMs > endMs - AROUND_MS && atMs <= endMs).map(({ mb }) => mb)),
  }
}

/** Of a desk that was started with `env`. */
const loopDelays = (folder: string) => {
  const file = join(folder, 'loop-delay.json')
  const loaded = `--import=${join(import.meta.dirname, 'loop-delay.ts')}`
  return {
    env: (given: Readonly<Record<string, string>> = {}) => ({
      ...given,
      NODE_OPTIONS: [loaded, given.NODE_OPTIONS ?? ''].join(' ').trim(),
      LOOP_DELAY_FILE: file,
    }),
    read: (): LoopDelay => JSON.parse(readFileSync(file, 'utf8')) as LoopDelay, // as loop-delay.ts wrote it
  }
}

type Delays = { readonly delays: ReturnType<typeof loopDelays> }

const measure = async (agency: Agency, bareUrl: string, options: SoakOptions & Delays): Promise<SoakResult> => {
  const { desk, home } = agency
  const { durationMs, deliveries, delays } = options
  /** What is loaded first into the desk measures between two of these. */
  const mark = () => void process.kill(desk.pid, 'SIGUSR2')
  const { targets, places } = await prepare(agency, options.deliveriesBefore)
  const window = openWindow(agency, places, bareUrl)
  await window.seenAll
  say('every place was seen once')
  const measuredAt = Date.now()
  const peak = watchPeak(desk.pid)
  const memory = watchMemory(desk.pid)
  mark()
  const syncing = syncOnAndOn(agency, window.failures)
  const sending = sendOnAndOn(agency, SENDING, window.failures)
  const [loads] = await Promise.all([deliver(targets, deliveries, durationMs), sleep(durationMs)])
  memory.stop()
  syncing.end()
  sending.end()
  mark()
  await window.close()
  await sending.ended
  const contents = contentsIn(home)
  const { rssMb: peakMb } = peak.stop()
  // In the midst of a sync.
  const closedAt = performance.now()
  const exitCode = await desk.stop('SIGINT')
  const closeMs = performance.now() - closedAt
  await syncing.ended
  return {
    timings: window.timings,
    trivial: window.noise.of(TRIVIAL.name),
    bare: window.noise.of(BARE),
    failures: window.failures,
    answered: loads.reduce((sum, { answered }) => sum + answered, 0),
    refused: loads.reduce((sum, { others }) => sum + others, 0),
    senderMaxMs: Math.max(...loads.map(({ maxMs }) => maxMs)),
    syncs: syncing.count(),
    sent: sending.count(),
    peakMb,
    warmMb: memory.before(durationMs * WARM_PART),
    endMb: memory.before(durationMs),
    loop: delays.read(),
    contents,
    closeMs,
    exitCode,
    slowQueries: slowQueriesIn(home).filter(({ time }) => time >= measuredAt),
  }
}

export const runSoak = async (options: SoakOptions): Promise<SoakResult> => {
  const scale = { brands: BRANDS, keywords: options.keywords }
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-soak-'))
  const delays = loopDelays(folder)
  const env = delays.env({ AGENCY_DESK_WEBHOOK_PORT: '0', ...options.env })
  const agency = await startAgency(scale, env)
  const bareServer = await startBareServer('soak')
  try {
    return await measure(agency, `http://127.0.0.1:${bareServer.port}${bareServer.path}`, { ...options, delays })
  } finally {
    await bareServer.close()
    await agency.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
