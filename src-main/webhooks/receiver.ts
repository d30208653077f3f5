import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Mutex } from 'async-mutex'
import { closeServer } from '../base/capped-server.ts'
import type { Log } from '../base/log.ts'
import { createHookServer, type HookServerDeps } from './hook-server.ts'

export type Listening = {
  readonly listening: boolean
  readonly address: string
  readonly port: number
  readonly error: string | null
}
export type Target = { readonly enabled: boolean; readonly address: string; readonly port: number }

const why = (code: string | undefined, { address, port }: Target): string => {
  const at = `${address}:${port}`
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken by another program, so no deliveries are received. End that program and save these settings again, or choose another port and give the senders its address.`
  }
  if (code === 'EACCES') return `This account may not listen on ${at}. Choose a port above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This computer has no address ${address}. Choose 127.0.0.1.`
  return `The receiver cannot listen on ${at} (${code}).`
}

const listen = (server: Server, { address, port }: Target): Promise<string | null> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ host: address, port, backlog: 1024 }, () => resolve(null))
  })

/** How long closing waits for answers that are under way. */
const DRAIN_MS = 3000

export const createReceiver = (deps: HookServerDeps & { readonly log: Log; readonly onMoved: () => void }) => {
  const { log, onMoved } = deps
  let server: Server | null = null
  let status: Listening = { listening: false, address: '127.0.0.1', port: 0, error: null }
  const mutex = new Mutex()

  const moveNow = async (target: Target): Promise<void> => {
    const { address, port, enabled } = target
    if (server !== null) await closeServer(server, DRAIN_MS)
    server = null
    status = { listening: false, address, port, error: null }
    if (enabled) {
      const next = createHookServer(deps)
      const code = await listen(next, target)
      if (code !== null) {
        status = { ...status, error: why(code, target) }
        log.warn({ code, address, port }, 'the receiver does not listen')
      } else {
        server = next
        next.on('error', (error) => log.error({ err: error }, 'the receiver failed'))
        status = { ...status, listening: true, port: (next.address() as AddressInfo).port } // TCP
        log.info({ address, port: status.port }, 'the receiver listens')
      }
    }
    onMoved()
  }

  return {
    status: (): Listening => status,
    /** Listens there from now on, or not at all; an address that cannot be used is shown by `status`, never thrown. */
    move: (target: Target): Promise<void> => mutex.runExclusive(() => moveNow(target)),
    close: (): Promise<void> =>
      mutex.runExclusive(async () => {
        if (server !== null) await closeServer(server, DRAIN_MS)
        server = null
        status = { ...status, listening: false }
      }),
  }
}
export type Receiver = ReturnType<typeof createReceiver>
