// A connection to PostgreSQL that is cut around one statement: a proxy that reads the frames of its protocol. What is cut before
// the statement never reaches the server; after it, the server does all of it, and only the answer is lost, whole or in part.
import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { onTestFinished } from 'vitest'

/** The whole statement, not a word of another one. */
export const COMMIT = 'COMMIT\0'

export const CUTS = ['before the statement', 'after the statement', 'before its answer', 'within its answer'] as const
export type Cut = (typeof CUTS)[number]

/** The first message of a session has no type byte: it is taken as one of type 0. */
type Frame = { readonly type: string; readonly bytes: Buffer }

const framesOf = (onFrame: (frame: Frame) => void, hasTypes: () => boolean) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = hasTypes() ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      onFrame({ type: head === 1 ? String.fromCharCode(bytes[0] ?? 0) : '', bytes })
    }
  }
}

export const startPgProxy = async (server: { readonly host: string; readonly port: number }) => {
  let armed: { readonly cut: Cut; readonly text: string; readonly after?: string | undefined } | undefined
  let hang: { readonly text: string; readonly onHung: () => void } | undefined
  let resume = (): void => undefined
  let cuts = 0
  let afterCut = (): void => undefined
  const sockets = new Set<Socket>()

  const serve = (client: Socket): void => {
    // Frames are written one by one: without a wait for the answer to the one before.
    const upstream = tcpConnect({ host: server.host, port: server.port, noDelay: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let hasStarted = false
    /** The cut that this session waits for; the server's answer ends it. */
    let waiting: Cut | undefined
    let hasDataRow = false
    let unanswered: Buffer[] | undefined
    const cutClient = (): void => {
      cuts += 1
      client.destroy()
      afterCut()
    }
    client.on('close', () => waiting === undefined && upstream.destroy())
    upstream.on('close', () => client.destroy())

    const fromClient = framesOf(
      ({ type, bytes }) => {
        hasStarted = true
        const has = (text: string) => 'PQ'.includes(type) && type !== '' && bytes.includes(text)
        if (hang !== undefined && has(hang.text)) {
          unanswered = []
          resume = () => {
            for (const frame of unanswered ?? []) client.write(frame)
            unanswered = undefined
          }
          hang.onHung()
          hang = undefined
        }
        if (armed?.after !== undefined) {
          if (has(armed.after)) armed = { ...armed, after: undefined }
        } else if (armed !== undefined && has(armed.text)) {
          waiting = armed.cut
          armed = undefined
          if (waiting === 'before the statement') {
            upstream.destroy()
            return cutClient()
          }
        }
        if (!upstream.destroyed) upstream.write(bytes)
        // Sync or a simple query: the statement is complete.
        if (waiting === 'after the statement' && (type === 'S' || type === 'Q')) cutClient()
      },
      () => hasStarted,
    )
    const fromServer = framesOf(
      ({ type, bytes }) => {
        if (unanswered !== undefined) return void unanswered.push(bytes)
        if (waiting === undefined) return void client.write(bytes)
        if (type === 'D') hasDataRow = true
        if (waiting === 'within its answer' && hasDataRow && type === 'D') client.write(bytes.subarray(0, 3))
        // Ready for the next query: what the statement did is stored.
        if (type !== 'Z') return
        if (!client.destroyed) cutClient()
        upstream.destroy()
      },
      () => true,
    )
    client.on('data', fromClient)
    upstream.on('data', fromServer)
  }

  const proxy = createServer({ noDelay: true }, serve)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => proxy.close(resolve))
  })
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    /** Cuts the connection that next sends a statement with this text, after one with the other text. */
    cutAt: (text: string, cut: Cut, after?: string): void => {
      armed = { text, cut, after }
    },
    /** The session that next sends a statement with this text hears nothing until `resume`. Resolves when it was sent. */
    hangAt: (text: string): Promise<void> =>
      new Promise((onHung) => {
        hang = { text, onHung }
      }),
    resume: (): void => resume(),
    /** Called as soon as a connection was cut. */
    onCut: (action: () => void): void => {
      afterCut = action
    },
    /** How many connections were cut. */
    cuts: (): number => cuts,
    /** Ends all connections, and takes no new ones until `open`. */
    close: (): void => {
      proxy.removeAllListeners('connection')
      proxy.on('connection', (socket) => socket.destroy())
      for (const socket of sockets) socket.destroy()
    },
    open: (): void => {
      proxy.removeAllListeners('connection')
      proxy.on('connection', serve)
    },
  }
}
