// A TCP proxy in front of a service that stops one request at an exact point of its way, for as long as the test wants
// (to kill the client meanwhile), or cuts the line there. One request a connection, so that each point is exact.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * `before`: the service got nothing. `mid-body`: half of the body. `committed`: all of it, and it has begun to answer, of
 * which the client got nothing. `mid-reply`: the client got half of the answer.
 */
export const CUT_POINTS = ['before', 'mid-body', 'committed', 'mid-reply'] as const
export type CutPoint = (typeof CUT_POINTS)[number]

type Trap = {
  readonly path: string
  readonly at: CutPoint
  /** `pass`: only reports that the point was reached. */
  readonly then: 'hold' | 'cut' | 'pass'
  readonly reached: () => void
}

const HEAD_END = '\r\n\r\n'

/** Head and body of the request at the start of these bytes, once it is whole. */
const readRequest = (bytes: Buffer): { head: string; body: Buffer } | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return null
  const head = bytes.subarray(0, end).toString('latin1')
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  const body = bytes.subarray(end + HEAD_END.length)
  return body.length < length ? null : { head, body: body.subarray(0, length) }
}

/** The same request, that asks both ends to close the connection after it. */
const closing = (head: string): string =>
  `${head.replace(/\r\nconnection:[^\r\n]*/gi, '')}\r\nconnection: close${HEAD_END}`

const whole = async (socket: Socket): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer) // a socket without an encoding yields buffers
  return Buffer.concat(chunks)
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => void socket.write(bytes, () => resolve()))

export const startCuttingProxy = async (targetUrl: string) => {
  const target = new URL(targetUrl)
  const traps: Trap[] = []
  const sockets = new Set<Socket>()

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    // A line that is cut is what this is for.
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }

  const open = async (): Promise<Socket> => {
    const upstream = keep(connect(Number(target.port), target.hostname))
    await once(upstream, 'connect')
    return upstream
  }

  const forward = async (client: Socket, { head, body }: { head: string; body: Buffer }): Promise<void> => {
    const path = head.split(' ')[1] ?? ''
    const place = traps.findIndex((trap) => path.startsWith(trap.path))
    const [trap] = place === -1 ? [] : traps.splice(place, 1)
    const stop = (...ends: Socket[]): void => {
      trap?.reached()
      if (trap?.then === 'hold') for (const end of ends) client.once('close', () => end.destroy())
      else for (const end of [client, ...ends]) end.destroy()
    }
    if (trap?.then === 'pass') trap.reached()
    const at = trap?.then === 'pass' ? undefined : trap?.at
    if (at === 'before') return stop()
    const upstream = await open()
    await write(upstream, Buffer.from(closing(head), 'latin1'))
    if (at === 'mid-body') {
      await write(upstream, body.subarray(0, Math.floor(body.length / 2)))
      return stop(upstream)
    }
    await write(upstream, body)
    const reply = await whole(upstream)
    if (at === 'committed') return stop()
    if (at !== 'mid-reply') return void client.end(reply)
    await write(client, reply.subarray(0, Math.floor(reply.length / 2)))
    stop()
  }

  const server = createServer((socket) => {
    const client = keep(socket)
    let bytes = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      const request = readRequest(bytes)
      if (request === null) return
      client.off('data', take)
      client.resume()
      forward(client, request).catch(() => client.destroy())
    }
    client.on('data', take)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so the address is an object
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  })

  return {
    url: `http://127.0.0.1:${port}`,
    /** Traps the next request to a path; resolves once it has come to the point. */
    trap: (path: string, at: CutPoint, then: Trap['then'] = 'hold'): Promise<void> =>
      new Promise((resolve) => void traps.push({ path, at, then, reached: resolve })),
  }
}
