// An HTTP server that many connections cannot block: at the cap, the oldest connection without a complete head
// (silent, slow, or idle between requests) is closed. Only if every connection is being answered, a new one gets 503.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Not imported: an import also loads what node:http has for WebSockets, 5 MB and 40 ms in the receiver's thread. */
const { createServer } = process.getBuiltinModule('node:http')

export type CappedServerOptions = ServerOptions & {
  readonly connectionsMax: number
  /** A connection that was closed or answered 503 because of the cap. */
  readonly onCapped?: (socket: Socket) => void
}

const CHECK_EVERY_MS = 1000
const UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'

const capConnections = (server: Server, max: number, onCapped: (socket: Socket) => void): void => {
  /** Without a complete head, the oldest first. */
  const waiting = new Set<Socket>()
  /** The newest response of each connection that is being answered. */
  const answering = new Map<Socket, ServerResponse>()

  const onHead = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    waiting.delete(socket)
    answering.set(socket, response)
    response.once('close', () => {
      // Another request may have followed on the same connection before this answer was out.
      if (answering.get(socket) !== response) return
      answering.delete(socket)
      if (!socket.destroyed) waiting.add(socket)
    })
  }
  server.on('request', onHead)
  server.on('checkContinue', onHead)

  server.on('connection', (socket: Socket) => {
    if (answering.size >= max) {
      onCapped(socket)
      socket.end(UNAVAILABLE, () => socket.destroy())
      return
    }
    waiting.add(socket)
    socket.once('close', () => {
      waiting.delete(socket)
      answering.delete(socket)
    })
    if (waiting.size + answering.size <= max) return
    const [oldest] = waiting
    if (oldest === undefined) return
    waiting.delete(oldest)
    onCapped(oldest)
    oldest.destroy()
  })
}

/** The server, not listening yet. Its timeouts are checked every second. A sender that half-closes gets its answer. */
export const createCappedServer = ({
  connectionsMax,
  onCapped = () => {},
  ...options
}: CappedServerOptions): Server => {
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS, ...options })
  // Node's own switch, missing in its types: without it Node closes our side as soon as the sender closes its own.
  Object.assign(server, { httpAllowHalfOpen: true })
  capConnections(server, connectionsMax, onCapped)
  return server
}

/** Lets answers under way end for `drainMs`, then closes every connection. */
export const closeServer = async (server: Server, drainMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), drainMs).unref()
  await closed
  clearTimeout(late)
}
