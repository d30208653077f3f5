// A real desk in a process of its own: the web shell from the sources, on a free port and a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryEnv, nodeArgs } from '../../scripts/lib/project.mjs'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { TOKEN_HEADER } from '../../src-shared/desk/values/web-session.ts'

const ownRoot = join(import.meta.dirname, '..', '..')

/** A desk behind its web shell, in this process (served-desk.ts) or in one of its own. */
export type ServedDesk = {
  readonly home: string
  readonly origin: string
  /** The session that `call` speaks in. */
  readonly session: string
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>
  /** The same, and rejects with the error's message. */
  readonly value: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  readonly stop: () => Promise<unknown>
}

export type DeskProcess = ServedDesk & {
  readonly pid: number
  /** Opens a session, once. */
  readonly address: string
  /** Everything it has printed. */
  readonly output: () => string
  /** Ends it as Ctrl-C does; resolves with the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type DeskProcessOptions = {
  /** Kept at the end; absent: a new one, removed at the end. */
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  /** The bundle in out/ instead of the sources. */
  readonly isBuilt?: boolean
  /** The sources, with the memory that Node gives the bundle. */
  readonly asBuilt?: boolean
  /** Another checkout than this one. */
  readonly root?: string
}

const ENTRIES = { sources: 'src-main/shells/web/index.ts', built: 'out/main/web.js' }

const waitForAddress = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const address = (message as { address?: unknown } | null)?.address // our own message, read defensively
      if (typeof address === 'string') resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The desk ended (exit code ${code}) before it was up:\n${output()}`)))
  })

/** The headers of a call in a session. */
export const callHeaders = (origin: string, session: string) => ({
  origin,
  authorization: `Bearer ${session}`,
  'content-type': 'application/json',
})

/** Opens a session with an address, as the page does: its first call carries the token. Returns the session. */
export const signIn = async (address: string): Promise<string> => {
  const { origin, hash } = new URL(address)
  const session = randomBytes(32).toString('hex')
  const response = await fetch(`${origin}/api/call/brands.list`, {
    method: 'POST',
    headers: { ...callHeaders(origin, session), [TOKEN_HEADER]: hash.slice('#token='.length) },
    body: '{}',
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The address was not accepted: ${response.status}`)
  return session
}

/** The calls of a session. */
export const callsIn = (origin: string, session: string): Pick<ServedDesk, 'call' | 'value'> => {
  const call: ServedDesk['call'] = async (name, input) => {
    const response = await fetch(`${origin}/api/call/${name}`, {
      method: 'POST',
      headers: callHeaders(origin, session),
      body: JSON.stringify(input),
    })
    return (await response.json()) as Reply<CallOutput<typeof name>> // the envelope of the contract
  }
  const value: ServedDesk['value'] = async (name, input) => {
    const reply = await call(name, input)
    if (reply.ok) return reply.value
    throw new Error(`${name}: ${reply.error.kind}: ${reply.error.message}`)
  }
  return { call, value }
}

/** Starts a desk without a demo agency and with keys in memory; `env` changes both. The caller stops it. */
export const startDeskProcess = async (options: DeskProcessOptions = {}): Promise<DeskProcess> => {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  const { root = ownRoot } = options
  const isAsStarted = options.isBuilt === true || options.asBuilt === true
  const entry = join(root, options.isBuilt === true ? ENTRIES.built : ENTRIES.sources)
  const args = [...(isAsStarted ? nodeArgs : []), entry]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(isAsStarted ? memoryEnv : {}),
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
      ...options.env,
    },
  })
  let printed = ''
  const keep = (text: string) => {
    printed += text
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    if (options.home === undefined) rmSync(home, { recursive: true, force: true })
    return child.exitCode
  }
  const address = await waitForAddress(child, () => printed).catch(async (error: unknown) => {
    await stop('SIGKILL')
    throw error
  })
  const { origin } = new URL(address)
  const session = await signIn(address)
  return {
    home,
    pid: child.pid ?? 0,
    address,
    origin,
    session,
    ...callsIn(origin, session),
    output: () => printed,
    stop,
  }
}
