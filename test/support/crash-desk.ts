// A desk in a process of its own behind the cutting proxy, to be killed at an exact point of a request and started again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { type DeskProcess, startDeskProcess } from './desk-process.ts'
import { cmsControl } from './publishing-desk.ts'
import { openSandbox } from './sandbox.ts'
import { engineTeamAddress } from './team-engine.ts'

const OPEN = ['ready', 'in_flight']

/** Asks until nothing of the journal is ready or in flight. */
export const whenQuiet = async (desk: DeskProcess, id: string): Promise<IntentWithItems> => {
  for (;;) {
    const intent = await desk.value('intents.get', { id })
    if (!OPEN.includes(intent.state)) return intent
  }
}

/** Moves the clock of a Node process, as if it were started that much later. */
const laterBy = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${ms}`)}`,
})

/** Wide enough that no test waits for it; the limiter has tests of its own. */
const limits = { requestsPerMinute: 10_000 }

export const openCrashDesk = async (options: SandboxOptions = {}) => {
  const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2, profile: { limits }, now: Date.now, ...options })
  const proxy = await startCuttingProxy(sandbox.baseUrl)
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-crash-'))
  const teamAddress = await engineTeamAddress(home)
  const team = teamAddress === null ? {} : { AGENCY_DESK_TEAM: teamAddress }
  const running = new Set<DeskProcess>()
  onTestFinished(async () => {
    for (const desk of running) await desk.stop('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<DeskProcess> => {
    const desk = await startDeskProcess({ home, env: { AGENCY_DESK_WEBHOOK_PORT: '0', ...team, ...env } })
    running.add(desk)
    return desk
  }
  const kill = async (desk: DeskProcess): Promise<void> => {
    running.delete(desk)
    await desk.stop('SIGKILL')
  }
  const first = await start()
  await first.value('service.setProfile', { baseUrl: proxy.url, limits })
  const [row] = sandbox.brands
  if (row === undefined) throw new Error('The sandbox has no brand.')
  const { id: brandId } = await first.value('brands.add', { name: row.name, key: row.key, sessionOnly: true })
  /** Keys of a session go with the process: the person gives it again. `laterMs`: the computer's clock by then. */
  const restart = async (laterMs = 0): Promise<DeskProcess> => {
    const desk = await start(laterMs === 0 ? {} : laterBy(laterMs))
    await desk.value('brands.replaceKey', { brandId, key: row.key, sessionOnly: true })
    return desk
  }
  return { sandbox, cms: cmsControl(sandbox.controlUrl), proxy, brandId, first, kill, restart }
}
