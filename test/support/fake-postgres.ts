// What stands between a desk and PostgreSQL in tests: a server that is too old, one that only listens, and a pooler that
// gives each transaction any connection. They speak the protocol as far as a desk needs it.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

const SSL_REQUEST = 80_877_103

const message = (type: string, ...parts: readonly (Buffer | string | number)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part !== 'number') return Buffer.isBuffer(part) ? part : Buffer.from(`${part}\0`)
      const number = Buffer.alloc(4)
      number.writeInt32BE(part)
      return number
    }),
  )
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const READY = message('Z', Buffer.from('I'))

type Row = Readonly<Record<string, unknown>>

const answer = (row: Row): Buffer => {
  const names = Object.keys(row)
  const isNumber = (name: string) => typeof row[name] === 'number'
  const columns = names.map((name) => {
    const end = Buffer.alloc(18)
    end.writeInt32BE(isNumber(name) ? 23 : 25, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), end])
  })
  const values = names.map((name) => {
    const text = Buffer.from(String(row[name]))
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length)
    return Buffer.concat([length, text])
  })
  const count = short(names.length)
  return Buffer.concat([
    message('T', count, ...columns),
    message('D', count, ...values),
    message('C', 'SELECT 1'),
    READY,
  ])
}

/** Listens on this machine until the test ends. */
const listen = async (serve: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port // it listens on a port
}

/** Logs everybody in, and answers each simple query with this row. */
const startServer = (query: (sql: string) => Promise<Row>): Promise<number> =>
  listen((socket) => {
    let bytes = Buffer.alloc(0)
    let isIn = false
    const take = (): void => {
      const at = isIn ? 1 : 0
      if (bytes.length < at + 4) return
      const length = at + bytes.readInt32BE(at)
      if (bytes.length < length) return
      const part = bytes.subarray(0, length)
      bytes = bytes.subarray(length)
      if (!isIn) {
        isIn = true
        socket.write(Buffer.concat([message('R', 0), message('K', 4242, 1), READY]))
      } else if (part.toString('latin1', 0, 1) === 'Q') {
        void query(part.toString('utf8', 5, length - 1)).then((row) => socket.write(answer(row)))
      }
      take()
    }
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      take()
    })
  })

/** The port of a server of this version. */
export const startOldPostgres = (version: string): Promise<number> =>
  startServer(async () => ({ version: Number(version.split('.')[0]) * 10_000, name: version, pid: 4242 }))

/** The port of a pooler in transaction mode with one connection to the server. */
export const startPooler = (server: pg.Client): Promise<number> =>
  startServer(async (sql) => ((await server.query(sql)).rows[0] ?? { none: 1 }) as Row) // of the server

/** A server that offers no TLS; `heard` is all that it got. */
export const startPlainServer = async (): Promise<{ readonly port: number; readonly heard: () => Buffer }> => {
  let heard = Buffer.alloc(0)
  const port = await listen((socket) => {
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      if (chunk.readInt32BE(4) === SSL_REQUEST) socket.write('N')
    })
  })
  return { port, heard: () => heard }
}
