// The receivers that are compared, each a process of its own on a free port.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { LoadOptions, LoadResult } from '../support/hook-load.ts'

export type HookServer = {
  readonly pid: number
  readonly port: number
  readonly path: string
  readonly close: () => Promise<void>
}

const ending = (child: ChildProcess) => async () => {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const firstLine = async (child: ChildProcess): Promise<string> => {
  let printed = ''
  child.stdout?.setEncoding('utf8')
  for await (const text of child.stdout ?? []) {
    printed += String(text)
    if (printed.includes('\n')) break
  }
  return printed.trim()
}

const lastLine = async (child: ChildProcess): Promise<string> => {
  let printed = ''
  child.stdout?.setEncoding('utf8')
  for await (const text of child.stdout ?? []) printed += String(text)
  return printed.trim().split('\n').at(-1) ?? ''
}

/** Debian's wrk costs the machine that all share much less than a sender in Node. */
export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined

const wrkArguments = ({ port, path, secret, senders, durationMs, pauseMs }: LoadOptions): string[] => [
  ...['-t', '1', '-c', String(senders), '-d', `${Math.ceil(durationMs / 1000)}s`],
  ...['-s', join(import.meta.dirname, 'hook-load.lua'), `http://127.0.0.1:${port}${path}`, '--'],
  ...[secret, String(pauseMs)],
]

/** One process that sends deliveries. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const file = join(import.meta.dirname, '..', 'support', 'hook-load.ts')
  // wrk has no pace of its own.
  const [command, args] =
    options.total === undefined && hasWrk()
      ? (['wrk', wrkArguments(options)] as const)
      : ([process.execPath, [file, JSON.stringify(options)]] as const)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await lastLine(child)) as LoadResult // what both print last
}

/** A process that prints its port first; `SIGTERM` ends it. */
export const startServerFile = async (file: string, argument: string): Promise<Omit<HookServer, 'path'>> => {
  const child = spawn(process.execPath, [file, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { pid: child.pid ?? 0, port: Number(await firstLine(child)), close: ending(child) }
}

export const startBareServer = async (secret: string): Promise<HookServer> => ({
  ...(await startServerFile(join(import.meta.dirname, 'bare-hook-server.ts'), secret)),
  path: '/hooks/acme',
})

export const hasDebianWebhook = (): boolean => spawnSync('webhook', ['-version']).status === 0

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // TCP
  server.close()
  await once(server, 'close')
  return port
}

const whenAnswering = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isUp) return
    await new Promise(setImmediate)
  }
}

/** adnanh/webhook with the same condition, running the cheapest command there is. */
export const startDebianWebhook = async (secret: string, folder: string): Promise<HookServer> => {
  const hook = {
    id: 'acme',
    'execute-command': '/bin/true',
    'response-message': '{"received":true}',
    'trigger-rule-mismatch-http-response-code': 401,
    'trigger-rule': {
      match: { type: 'value', value: `Bearer ${secret}`, parameter: { source: 'header', name: 'Authorization' } },
    },
  }
  const file = join(folder, 'hooks.json')
  writeFileSync(file, JSON.stringify([hook]))
  const port = await freePort()
  const args = ['-hooks', file, '-ip', '127.0.0.1', '-port', String(port), '-http-methods', 'POST']
  const child = spawn('webhook', args, { stdio: 'ignore' })
  await whenAnswering(port)
  return { pid: child.pid ?? 0, port, path: '/hooks/acme', close: ending(child) }
}
