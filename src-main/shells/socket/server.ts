// The desk's own door for the command line. Only the holder of the folder's lock listens, so what lies at the
// socket's path before that is a leftover and may be removed.
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeskError, type Reply } from '../../../src-shared/desk/errors.ts'
import { type Desk, toErrorValue } from '../../desk.ts'
import {
  createLineReader,
  FRAME_MAX_BYTES,
  type Hello,
  type Opened,
  parseLine,
  type ReplyFrame,
  type RequestFrame,
  RequestFrameSchema,
  writeFrame,
} from './frames.ts'

/** How long the end waits for answers that are under way. */
const DRAIN_MS = 5000
/** What a listener may leave unread before it is cut off; it comes back and asks anew. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024

export type SocketServerOptions = {
  readonly path: string
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly hello: Hello
  /** Brings the shell to the front, or hands out a fresh address of it. */
  readonly open: () => Opened | Promise<Opened>
}

export type SocketServer = {
  /** Answers what was asked, then ends. */
  readonly close: () => Promise<void>
}

const answer = async (options: SocketServerOptions, frame: RequestFrame): Promise<Reply<unknown>> => {
  if ('call' in frame) return options.desk.call(frame.call, frame.input)
  if (frame.control === 'hello') return { ok: true, value: options.hello }
  if (frame.control === 'subscribe') return { ok: true, value: {} }
  try {
    return { ok: true, value: await options.open() }
  } catch (error) {
    return { ok: false, error: toErrorValue(error) }
  }
}

const serve = (socket: Socket, options: SocketServerOptions, pending: Set<Promise<void>>): void => {
  let unsubscribe = () => {}
  const own = new Set<Promise<void>>()
  const send = (frame: ReplyFrame) => {
    if (socket.destroyed) return
    socket.write(writeFrame(frame))
    if (socket.writableLength > UNREAD_MAX_BYTES) socket.destroy()
  }
  const onLine = (line: string) => {
    const frame = RequestFrameSchema.safeParse(parseLine(line))
    if (!frame.success) return void socket.destroy()
    if ('control' in frame.data && frame.data.control === 'subscribe') {
      unsubscribe()
      unsubscribe = options.desk.subscribe((event) => send({ event }))
    }
    const work = answer(options, frame.data).then((reply) => send({ id: frame.data.id, reply }))
    for (const works of [own, pending]) {
      works.add(work)
      void work.finally(() => works.delete(work))
    }
  }
  socket.on('data', createLineReader({ onLine, onTooLong: () => socket.destroy(), maxLength: FRAME_MAX_BYTES }))
  // A client that half-closes after its questions gets the answers.
  socket.on('end', () => {
    unsubscribe()
    void Promise.allSettled([...own]).then(() => socket.end())
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => unsubscribe())
}

export const listenOnSocket = async (options: SocketServerOptions): Promise<SocketServer> => {
  const pending = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, options, pending)
  })
  const isFile = !options.path.startsWith('\\\\')
  if (isFile) rmSync(options.path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new DeskError('storage', `The desk's local socket at ${options.path} could not be opened (${error.code}).`),
      ),
    )
    server.listen({ path: options.path, readableAll: false, writableAll: false }, resolve)
  })
  if (isFile) chmodSync(options.path, 0o600)
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    await Promise.race([Promise.allSettled([...pending]), sleep(DRAIN_MS, undefined, { ref: false })])
    for (const socket of sockets) socket.destroySoon()
    await closed
  }
  return { close }
}
