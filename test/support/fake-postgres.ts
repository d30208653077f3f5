// What stands between a desk and PostgreSQL in tests: a server that is too old, one that only listens, one of somebody else
// on the same port, and a pooler that gives each transaction any connection. They speak the protocol as far as a desk needs it.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
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

/** What a server may ask of who logs in, and what it says of itself. */
export const ASKS = {
  nothing: message('R', 0),
  clearText: message('R', 3),
  md5: message('R', 5, Buffer.from('salt')),
  scram: message('R', 10, 'SCRAM-SHA-256', ''),
  /** `nonce`: the client's, which the server makes longer. */
  scramRounds: (nonce: string, rounds: number) =>
    message('R', 11, Buffer.from(`r=${nonce}-more,s=${Buffer.from('salt').toString('base64')},i=${rounds}`)),
  ready: Buffer.concat([message('K', 4242, 1), READY]),
}

/** The client's first message of SCRAM ends with its nonce. */
export const nonceIn = (part: Buffer): string => /,r=([^,]+)$/.exec(part.toString('latin1'))?.[1] ?? ''

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The last message of a server that knows the password. */
const proofOf = (password: string, first: string, serverFirst: string, last: string): Buffer => {
  const salted = pbkdf2Sync(password, 'salt', 4096, 32, 'sha256')
  const [withoutProof = '', proof = ''] = last.split(',p=')
  const said = [first.slice(first.indexOf('n=*')), serverFirst, withoutProof].join(',')
  const clientKey = hmac(salted, 'Client Key')
  const signature = hmac(createHash('sha256').update(clientKey).digest(), said)
  const isRight = Buffer.from(proof, 'base64').equals(
    Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0))),
  )
  if (!isRight) return message('E', 'SFATAL', 'C28P01', 'Mpassword authentication failed', '')
  const server = hmac(hmac(salted, 'Server Key'), said)
  return Buffer.concat([message('R', 12, Buffer.from(`v=${server.toString('base64')}`)), ASKS.nothing, ASKS.ready])
}

type Answer = Buffer | Promise<Buffer> | null
/** Messages of the client, one after the other: the first is its greeting. */
const listenTo = (serve: () => (part: Buffer) => Answer): Promise<number> =>
  listen((socket) => {
    const take = serve()
    let bytes = Buffer.alloc(0)
    let at = 0
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      while (bytes.length >= at + 4 && bytes.length >= at + bytes.readInt32BE(at)) {
        const length = at + bytes.readInt32BE(at)
        const answered = take(bytes.subarray(0, length))
        bytes = bytes.subarray(length)
        at = 1
        void Promise.resolve(answered).then((reply) => reply !== null && !socket.destroyed && socket.write(reply))
      }
    })
  })

/** Asks for the password by SCRAM, and answers each simple query with this row. */
const startServer = (password: string, query: (sql: string) => Promise<Row>): Promise<number> =>
  listenTo(() => {
    let first = ''
    let serverFirst = ''
    let steps = 0
    return (part) => {
      steps += 1
      if (steps === 1) return ASKS.scram
      if (steps === 2) {
        first = part.toString('latin1')
        const rounds = ASKS.scramRounds(nonceIn(part), 4096)
        serverFirst = rounds.toString('latin1', 9)
        return rounds
      }
      if (steps === 3) return proofOf(password, first, serverFirst, part.toString('latin1', 5))
      if (part.toString('latin1', 0, 1) !== 'Q') return null
      return query(part.toString('utf8', 5, part.length - 1)).then(answer)
    }
  })

/** The port of a server of this version. */
export const startOldPostgres = (version: string, password: string): Promise<number> =>
  startServer(password, async () => ({ version: Number(version.split('.')[0]) * 10_000, name: version, pid: 4242 }))

/** The port of a pooler in transaction mode with one connection to the server. */
export const startPooler = (server: pg.Client, password: string): Promise<number> =>
  startServer(password, async (sql) => ((await server.query(sql)).rows[0] ?? { none: 1 }) as Row) // of the server

/**
 * A program of somebody else that listens where the team's server did. `answers` are its answers to what it is sent, one after
 * the other; a query gets a row with nothing in it. `heard` is all that it was sent.
 */
export const startSquatter = async (
  answers: readonly ((part: Buffer) => Buffer)[],
): Promise<{ readonly port: number; readonly heard: () => Buffer }> => {
  let heard = Buffer.alloc(0)
  const port = await listenTo(() => {
    let steps = 0
    return (part) => {
      heard = Buffer.concat([heard, part])
      steps += 1
      return answers[steps - 1]?.(part) ?? null
    }
  })
  return { port, heard: () => heard }
}

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
