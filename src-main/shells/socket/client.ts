import { connect } from 'node:net'
import type { z } from 'zod'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DeskError, type Reply } from '../../../src-shared/desk/errors.ts'
import type { Desk } from '../../desk.ts'
import {
  createLineReader,
  type Hello,
  HelloSchema,
  type Opened,
  OpenedSchema,
  parseLine,
  ReplyFrameSchema,
  type RequestFrame,
  writeFrame,
} from './frames.ts'

/** A desk in another process. `close` ends the connection, not that desk. */
export type RemoteDesk = Desk & {
  readonly hello: () => Promise<Hello>
  readonly open: () => Promise<Opened>
}

/** A reply can be a large page or an overview of every brand; the desk is trusted more than its callers. */
const REPLY_MAX_LENGTH = 256 * 1024 * 1024

const GONE: Reply<never> = {
  ok: false,
  error: {
    kind: 'network',
    message: 'The desk ended before it answered. Check the result, then try again.',
  },
}

/** How long a desk may leave a `hello` unanswered. One that works on a long call is asked as often. */
const SILENCE_MS = 5000

const endAdvice = (pid: number): string =>
  process.platform === 'win32'
    ? `End process ${pid} in the Task Manager`
    : `Run \`kill -CONT ${pid}\` to let it continue, or \`kill -9 ${pid}\` to end it`

const frozenReply = (pid: number | null): Reply<never> => ({
  ok: false,
  error: {
    kind: 'network',
    message: `Agency Desk (process ${pid ?? 'unknown'}) does not answer. It may be suspended or overloaded. ${pid === null ? 'End it' : endAdvice(pid)}, then try again. What it has saved stays saved.`,
  },
})

type Unnumbered =
  | { readonly call: string; readonly input: unknown }
  | { readonly control: 'hello' | 'open' | 'subscribe' }

/** Connects to the desk at this path; null where nobody listens. `pid` names it in the message where it is frozen. */
export const connectDesk = async (path: string, pid: () => number | null = () => null): Promise<RemoteDesk | null> => {
  const socket = connect({ path })
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isConnected) return null

  const waiting = new Map<number, (reply: Reply<unknown>) => void>()
  const listeners = new Set<(event: DeskEvent) => void>()
  let lastId = 0
  let isSubscribed = false

  const onLine = (line: string) => {
    const frame = ReplyFrameSchema.safeParse(parseLine(line))
    if (!frame.success) return void socket.destroy()
    if ('event' in frame.data) {
      const event = frame.data.event as DeskEvent // written by a desk of this same program
      for (const listener of [...listeners]) listener(event)
      return
    }
    waiting.get(frame.data.id)?.(frame.data.reply as Reply<unknown>) // the same envelope, read back
    waiting.delete(frame.data.id)
  }
  /** A sign of life was asked for, and nothing came since. */
  let isAsked = false
  socket.on('data', () => {
    isAsked = false
  })
  socket.on('data', createLineReader({ onLine, onTooLong: () => socket.destroy(), maxLength: REPLY_MAX_LENGTH }))
  socket.on('error', () => socket.destroy())
  const settleAll = (reply: Reply<never>) => {
    for (const settle of waiting.values()) settle(reply)
    waiting.clear()
  }
  socket.on('close', () => {
    clearInterval(watch)
    settleAll(GONE)
  })

  const request = (frame: Unnumbered): Promise<Reply<unknown>> =>
    new Promise((resolve) => {
      if (socket.destroyed) return resolve(GONE)
      lastId += 1
      waiting.set(lastId, resolve)
      socket.write(writeFrame({ id: lastId, ...frame } as RequestFrame)) // one of its two shapes, numbered
    })
  const watch = setInterval(() => {
    if (waiting.size === 0) return
    if (!isAsked) return void askForLife()
    settleAll(frozenReply(pid()))
    socket.destroy()
  }, SILENCE_MS)
  const askForLife = (): Promise<Reply<unknown>> => {
    isAsked = true
    watch.refresh()
    return request({ control: 'hello' })
  }
  const unwrap = <Schema extends z.ZodType>(reply: Reply<unknown>, schema: Schema): z.output<Schema> => {
    if (!reply.ok) throw new DeskError(reply.error.kind, reply.error.message, reply.error.detail)
    return schema.parse(reply.value)
  }
  return {
    call: (name, input) => request({ call: name, input: input ?? {} }),
    subscribe: (listener) => {
      listeners.add(listener)
      if (!isSubscribed) void request({ control: 'subscribe' })
      isSubscribed = true
      return () => void listeners.delete(listener)
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      if (!socket.destroyed) {
        socket.destroySoon() // an answer that is still to come is not waited for
        await closed
      }
    },
    hello: async () => unwrap(await askForLife(), HelloSchema),
    open: async () => unwrap(await request({ control: 'open' }), OpenedSchema),
  }
}
