// The entry of `npm run serve`: a desk without a window, for a server. It receives, syncs and sends until SIGTERM.
import type { Notice } from '../../../src-shared/desk/desk.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamStatus } from '../../../src-shared/desk/team.ts'
import { scrub } from '../../base/scrub.ts'
import type { ComposedDesk } from '../../composed-desk.ts'
import { callDesk, type Desk } from '../../desk.ts'
import { splitAddress } from '../../team/access.ts'
import { endProcess, whenAskedToEnd } from '../ending.ts'
import { readEnvironment } from '../environment.ts'
import type { Host } from '../host.ts'
import { locate } from '../locations.ts'
import { reachOrOpenDesk } from '../open-desk.ts'
import { protectMemory } from '../protect-memory.ts'
import { startHealthServer } from './health-server.ts'

protectMemory()

const print = (text: string) => void process.stdout.write(`${text}\n`)
const warn = (text: string) => void process.stderr.write(`${scrub(text)}\n`)

/** A new server joins the team that its environment names; one that is in a team stays there. */
const joinWhereAsked = async (desk: Desk, teamAddress: string | null): Promise<void> => {
  if (teamAddress === null || (await callDesk(desk, 'team.status', {})).team !== null) return
  const { url } = splitAddress(teamAddress)
  print('Joining the team …')
  await callDesk(desk, 'team.join', { url })
}

/** systemd ends each process of a service, and the one that started this desk passes it on: the second must not kill it. */
process.on('SIGTERM', () => undefined)

/** What this process opened, closed at the end. */
let host: Host<ComposedDesk> | undefined

const main = async (): Promise<number> => {
  const environment = readEnvironment(process.env)
  // The address holds a password: no program that this one starts is to have it.
  delete process.env.AGENCY_DESK_TEAM
  const locations = locate(import.meta.url)
  const stopRequested = whenAskedToEnd()
  const options = { environment, locations, shell: 'none', startSandbox: null, isReceiverWanted: true } as const
  const reached = await reachOrOpenDesk(options)
  if (reached.kind === 'running') {
    const { pid } = await reached.remote.hello()
    await reached.remote.close()
    warn(`Agency Desk is running already (process ${pid}) on ${environment.home}.`)
    return 1
  }
  host = reached.host
  const { desk } = host
  const printNotice = ({ level, title, message }: Notice) => {
    if (level !== 'info') warn(`${title}: ${message}`)
  }
  const printTeam = ({ connection, error }: Pick<TeamStatus, 'connection' | 'error'>) =>
    print(`Team: ${connection}${error === null ? '' : `: ${error.message}`}`)
  desk.subscribe((event) => {
    if (event.name === 'desk.notice') printNotice(event.payload)
    if (event.name === 'team.changed') printTeam(event.payload)
  })
  for (const notice of (await callDesk(desk, 'desk.notices', {})).notices) printNotice(notice)
  const health = await startHealthServer(desk, environment.port)
  try {
    await joinWhereAsked(desk, environment.teamAddress)
    // Nobody listened yet while the desk opened and connected.
    const { team } = await callDesk(desk, 'team.status', {})
    if (team !== null) printTeam(team)
    print(`Agency Desk serves ${environment.home}. Health: ${health.address}`)
    process.send?.({ address: health.address })
    await stopRequested
    print('Ending.')
    return 0
  } finally {
    await Promise.all([health.close(), host.close()])
  }
}

const code = await main().catch((error: unknown) => {
  const text =
    error instanceof DeskError ? error.message : error instanceof Error ? (error.stack ?? error.message) : error
  warn(`Agency Desk could not start: ${String(text)}`)
  return 1
})
await endProcess(code, (await host?.close()) ?? true)
