// The entry of the web shell, and of the desk without any window (AGENCY_DESK_SHELL=none).
import type { Notice } from '../../../src-shared/desk/desk.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { systemClock } from '../../base/clock.ts'
import type { ComposedDesk } from '../../composed-desk.ts'
import { spawnSandbox } from '../../demo/sandbox-process.ts'
import { callDesk } from '../../desk.ts'
import { endProcess, whenAskedToEnd } from '../ending.ts'
import { readEnvironment } from '../environment.ts'
import type { Host } from '../host.ts'
import { locate, sandboxEnvironment } from '../locations.ts'
import { reachOrOpenDesk } from '../open-desk.ts'
import { createProgress } from '../progress.ts'
import { protectMemory } from '../protect-memory.ts'
import type { RemoteDesk } from '../socket/client.ts'
import { startWebServer } from './server.ts'

protectMemory()

const print = (text: string) => void process.stdout.write(`${text}\n`)

const printWhereItRuns = async (remote: RemoteDesk, home: string): Promise<number> => {
  const { pid } = await remote.hello()
  const { shell, address } = await remote.open()
  await remote.close()
  print(`Agency Desk is running already (process ${pid}) on ${home}.`)
  if (shell === 'electron') print('Its window was brought to the front.')
  else if (address !== null) print(`Open ${address}`)
  else
    print(
      shell === 'cli' ? 'A command is using the data folder. Try again when it is done.' : 'It runs without a window.',
    )
  return shell === 'cli' ? 1 : 0
}

/** What this process opened, closed at the end. */
let host: Host<ComposedDesk> | undefined

const main = async (): Promise<number> => {
  const environment = readEnvironment(process.env)
  const { home } = environment
  const locations = locate(import.meta.url)
  const shell = process.env.AGENCY_DESK_SHELL === 'none' ? 'none' : 'web'
  const stopRequested = whenAskedToEnd()
  const startSandbox = environment.isDemoWanted
    ? spawnSandbox({
        command: process.execPath,
        args: ['--disable-sigusr1', locations.sandboxFile],
        env: sandboxEnvironment(process.env),
      })
    : null
  const reached = await reachOrOpenDesk({ environment, locations, shell, startSandbox, isReceiverWanted: true })
  if (reached.kind === 'running') return printWhereItRuns(reached.remote, home)

  host = reached.host
  const { desk } = host
  const progress = createProgress(process.stdout)
  desk.subscribe(progress.onEvent)
  const printNotice = ({ level, title, message }: Notice) => {
    if (level === 'info') return
    progress.clear()
    process.stderr.write(`${title}: ${message}\n`)
  }
  desk.subscribe((event) => {
    if (event.name === 'desk.notice') printNotice(event.payload)
  })
  // Notices from the opening of the files, before anyone listened.
  for (const notice of (await callDesk(desk, 'desk.notices', {})).notices) printNotice(notice)
  if (shell === 'none') {
    print(`Agency Desk is running without a window on ${home}. Ctrl-C ends it.`)
    await stopRequested
    return 0
  }
  const { rendererFolder } = locations
  const web = await startWebServer({
    desk,
    rendererFolder,
    exportsFolder: desk.exportsFolder,
    port: environment.port,
    clock: systemClock,
  })
  host.setOpen(() => ({ shell, address: web.freshAddress() }))
  const address = web.freshAddress()
  print('Agency Desk is running.')
  print(`Open ${address}`)
  print(
    `It opens once, within 10 minutes; \`npm start\` or \`npm run desk -- open\` prints a fresh one. Data: ${home}. Ctrl-C ends it.`,
  )
  process.send?.({ address })
  await stopRequested
  progress.clear()
  print('Ending.')
  await Promise.all([web.close(), host.close()])
  return 0
}

const code = await main().catch((error: unknown) => {
  const text =
    error instanceof DeskError ? error.message : error instanceof Error ? (error.stack ?? error.message) : error
  process.stderr.write(`Agency Desk could not start: ${String(text)}\n`)
  return 1
})
await endProcess(code, (await host?.close()) ?? true)
