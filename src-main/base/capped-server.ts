// An HTTP server that many connections cannot block: above the cap, the oldest connection without a complete head
// (silent, slow, or idle between requests) is closed. A young one has time to send its head first, unless there are very
// many. Only if every connection is being answered, a new one gets 503.
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Not imported: an import also loads what node:http has for WebSockets, 5 MB and 40 ms in the receiver's thread. */
const { createServer } = process.getBuiltinModule('node:http')

export type CappedServerOptions = ServerOptions & {
  readonly connectionsMax: number
  /** How long a connection is young. */
  readonly youngMs?: number
  /** A connection that was closed or answered 503 because of the cap. */
  readonly onCapped?: (socket: Socket) => void
}

const CHECK_EVERY_MS = 1000
/** A sender on a busy machine needs a moment between its connection and its head. */
const YOUNG_MS = 500
/** So many times the cap, and young ones are closed too. */
const YOUNG_TIMES_MAX = 4
const UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'

type Cap = { readonly max: number; readonly youngMs: number; readonly onCapped: (socket: Socket) => void }

const capConnections = (server: Server, { max, youngMs, onCapped }: Cap): void => {
  /** Without a complete head, the oldest first, each with the moment since when. */
  const waiting = new Map<Socket, number>()
  /** The newest response of each connection that is being answered. */
  const answering = new Map<Socket, ServerResponse>()

  const closeOldest = (): void => {
    for (const [socket, sinceMs] of waiting) {
      const count = waiting.size + answering.size
      if (count <= max) return
      if (count <= max * YOUNG_TIMES_MAX && performance.now() - sinceMs < youngMs) return
      waiting.delete(socket)
      onCapped(socket)
      socket.destroy()
    }
  }

  const onHead = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    waiting.delete(socket)
    answering.set(socket, response)
    response.once('close', () => {
      // Another request may have followed on the same connection before this answer was out.
      if (answering.get(socket) !== response) return
      answering.delete(socket)
      if (!socket.destroyed) waiting.set(socket, performance.now())
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
    waiting.set(socket, performance.now())
    socket.once('close', () => {
      waiting.delete(socket)
      answering.delete(socket)
    })
    closeOldest()
  })
}

/** The server, not listening yet. Its timeouts are checked every second. A sender that half-closes gets its answer. */
export const createCappedServer = ({
  connectionsMax,
  youngMs = YOUNG_MS,
  onCapped = () => {},
  ...options
}: CappedServerOptions): Server => {
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS, ...options })
  // Node's own switch, missing in its types: without it Node closes our side as soon as the sender closes its own.
  Object.assign(server, { httpAllowHalfOpen: true })
  capConnections(server, { max: connectionsMax, youngMs, onCapped })
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
