// Where the time of a sync goes: the widest frames of each thread of the desk, by self time, and the processor time of
// each thread. All rows change before it. After `npm run build`: `node test/bench/sync-profile.ts [brands]`;
// docs/sync-profile.md has results.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startAgency } from './support/agency.ts'
import { untilAtRest } from './support/at-rest.ts'
import { runSync } from './support/run-sync.ts'

/** The part of a CPU profile that is read here. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
    readonly children?: readonly number[]
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}
type Frames = readonly (readonly [frame: string, ms: number])[]

const THREADS = 4
const WIDEST = Number(process.argv[3] ?? 10)
/** Waiting, and the profiler itself. */
const NOT_WORK = /^\(idle\)|^\(program\)|node:inspector/
const brands = Number(process.argv[2] ?? 40)

/** Self time by function. Native code has no name of its own: it counts for the function that calls it. */
const framesOf = ({ nodes, samples, timeDeltas }: Profile): Frames => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const own = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const nameOf = (id: number): string => {
    const { functionName = '', url = '', lineNumber = 0 } = own.get(id) ?? {}
    const parent = parents.get(id)
    if (functionName === '' && url === '' && parent !== undefined) return `native code of ${nameOf(parent)}`
    const place = url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`
    return `${functionName || '(anonymous)'}${place}`
  }
  const totals = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const name = nameOf(id)
    totals.set(name, (totals.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  }
  return [...totals].filter(([name]) => !NOT_WORK.test(name)).toSorted(([, a], [, b]) => b - a)
}

const show = (thread: string, frames: Frames): void => {
  const total = frames.reduce((sum, [, ms]) => sum + ms, 0)
  console.log(`\n${thread}: ${Math.round(total)} ms`)
  for (const [frame, ms] of frames.slice(0, WIDEST))
    console.log(`${ms.toFixed(0).padStart(7)} ms ${((ms / total) * 100).toFixed(1).padStart(5)} %  ${frame}`)
}

/** Processor time of each thread so far, by its name, in milliseconds (Linux). */
const threadTimes = (pid: number): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const name = Number(task) === pid ? 'main' : stat.slice(stat.indexOf('(') + 1, end)
    times.set(name, (times.get(name) ?? 0) + (Number(fields[11]) + Number(fields[12])) * 10)
  }
  return times
}

const showTimes = (process: string, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void => {
  const used = [...after].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const).filter(([, ms]) => ms > 0)
  const sorted = used.toSorted(([, a], [, b]) => b - a)
  console.log(`processor time of the ${process}: ${sorted.map(([name, ms]) => `${name} ${ms} ms`).join(', ')}`)
}

const folder = mkdtempSync(join(tmpdir(), 'agency-desk-profile-'))
const agency = await startAgency(
  { brands, keywords: 1000 },
  {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'support', 'profile-threads.ts')}`,
    PROFILE_FOLDER: folder,
  },
)
try {
  const { desk, replay } = agency
  const sync = async () => {
    await replay.next()
    return Math.round(await runSync(desk, { datasets: ['rankings'] }))
  }
  console.log(`${brands} brands; the first syncs: ${await sync()}, ${await sync()} ms`)
  await untilAtRest(desk.pid) // what it works out after a sync
  const [deskBefore, serviceBefore] = [threadTimes(desk.pid), threadTimes(replay.pid)]
  console.log(`a sync, not profiled: ${await sync()} ms`)
  showTimes('desk', deskBefore, threadTimes(desk.pid))
  showTimes('service', serviceBefore, threadTimes(replay.pid))
  await untilAtRest(desk.pid)
  process.kill(desk.pid, 'SIGUSR2')
  await setTimeout(500)
  console.log(`a sync, profiled: ${await sync()} ms`)
  process.kill(desk.pid, 'SIGUSR2')
  const profiles = () => readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (let tries = 0; tries < 100 && profiles().length < THREADS; tries += 1) await setTimeout(100)
  await setTimeout(500)
  for (const file of profiles())
    show(basename(file, '.json'), framesOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)) // as V8 wrote it
} finally {
  await agency.close()
  rmSync(folder, { recursive: true, force: true })
}
