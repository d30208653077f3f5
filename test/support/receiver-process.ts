// A desk without a window in a process of its own that receives webhooks, reached by its socket as the command line is.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { callDesk } from '../../src-main/desk.ts'
import { connectDesk, type RemoteDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'

const root = join(import.meta.dirname, '..', '..')

export type ReceiverProcess = {
  readonly child: ChildProcess
  readonly remote: RemoteDesk
  readonly port: number
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

export type ReceiverProcessOptions = {
  readonly home: string
  /** What starts it, e.g. strace with its arguments. */
  readonly wrapper?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Resolves once it listens. The caller kills it. */
export const startReceiverProcess = async (options: ReceiverProcessOptions): Promise<ReceiverProcess> => {
  const { home, wrapper = [], env = {} } = options
  const [command = process.execPath, ...args] = [
    ...wrapper,
    process.execPath,
    join(root, 'src-main', 'shells', 'web', 'index.ts'),
  ]
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_SHELL: 'none',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      ...env,
    },
  })
  let printed = ''
  const isUp = new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('without a window')) resolve()
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    child.once('exit', (code) => reject(new Error(`The desk ended (${code}):\n${printed}`)))
  })
  await isUp
  const remote = await connectDesk(socketPath(home))
  if (remote === null) throw new Error(`The desk does not answer:\n${printed}`)
  const { pid } = await remote.hello()
  const kill = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(pid, signal) // a wrapper may keep signals to itself; it ends with the desk
    await ended
  }
  const { port } = await callDesk(remote, 'webhooks.status', {})
  return { child, remote, port, kill }
}
