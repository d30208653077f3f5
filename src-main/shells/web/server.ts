// The web shell's server. It listens on the loopback address only.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { closeServer, createCappedServer } from '../../base/capped-server.ts'
import type { Clock } from '../../base/clock.ts'
import type { Desk } from '../../desk.ts'
import { createEventStreams } from './events.ts'
import { createRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'

const LOOPBACK = '127.0.0.1'
const ANY_FREE_PORT = 0
const CONNECTIONS_MAX = 256
/** How long closing waits for answers that are under way. */
const DRAIN_MS = 2000

export type WebServerOptions = {
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly rendererFolder: string
  readonly exportsFolder: string
  /**
   * The port that was asked for by name; null: another one at each start. On a port that is known in advance, another
   * user's server can wait while no desk runs, and leave a service worker in the browser that answers for the next desk.
   */
  readonly port: number | null
  readonly clock: Pick<Clock, 'now'>
}

const listen = (server: Server, wanted: number | null): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted === null || (error.code !== 'EADDRINUSE' && error.code !== 'EACCES')) return reject(error)
      const message = `Port ${wanted} on ${LOOPBACK} is taken. Set AGENCY_DESK_PORT to a free one, or unset it to let the desk choose.`
      reject(new DeskError('invalid', message, { issues: [{ path: 'AGENCY_DESK_PORT', message: 'is taken' }] }))
    })
    const port = wanted ?? ANY_FREE_PORT
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port)) // TCP
  })

export const startWebServer = async (options: WebServerOptions) => {
  const sessions = createSessions(options.clock)
  const server = createCappedServer({
    connectionsMax: CONNECTIONS_MAX,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    maxHeaderSize: 16 * 1024,
  })
  const port = await listen(server, options.port)
  const origin = `http://${LOOPBACK}:${port}`
  const streams = createEventStreams(options.desk)
  server.on('request', createRoutes({ ...options, origin, sessions, streams }))
  return {
    origin,
    /** An address that opens one session, once, within 10 minutes. The addresses before it end. */
    freshAddress: (): string => `${origin}/#token=${sessions.newToken()}`,
    close: (): Promise<void> => {
      streams.close()
      return closeServer(server, DRAIN_MS)
    },
  }
}
