// The web shell's server. It listens on the loopback address only.
import { closeServer, createCappedServer } from '../../base/capped-server.ts'
import type { Clock } from '../../base/clock.ts'
import type { Desk } from '../../desk.ts'
import { LOOPBACK, listenOnLoopback } from '../loopback.ts'
import { createEventStreams } from './events.ts'
import { createRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'

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

export const startWebServer = async (options: WebServerOptions) => {
  const sessions = createSessions(options.clock)
  const server = createCappedServer({
    connectionsMax: CONNECTIONS_MAX,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    maxHeaderSize: 16 * 1024,
  })
  const port = await listenOnLoopback(server, options.port)
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
