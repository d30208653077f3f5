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
    message: 'The desk ended before it answered. Look whether it did what was asked, then try again.',
  },
}

type Unnumbered =
  | { readonly call: string; readonly input: unknown }
  | { readonly control: 'hello' | 'open' | 'subscribe' }

/** Connects to the desk at this path; null where nobody listens. */
export const connectDesk = async (path: string): Promise<RemoteDesk | null> => {
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
  socket.on('data', createLineReader({ onLine, onTooLong: () => socket.destroy(), maxLength: REPLY_MAX_LENGTH }))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    for (const settle of waiting.values()) settle(GONE)
    waiting.clear()
  })

  const request = (frame: Unnumbered): Promise<Reply<unknown>> =>
    new Promise((resolve) => {
      if (socket.destroyed) return resolve(GONE)
      lastId += 1
      waiting.set(lastId, resolve)
      socket.write(writeFrame({ id: lastId, ...frame } as RequestFrame)) // one of its two shapes, numbered
    })
  const control = async <Schema extends z.ZodType>(
    name: 'hello' | 'open',
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const reply = await request({ control: name })
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
        socket.end()
        await closed
      }
    },
    hello: () => control('hello', HelloSchema),
    open: () => control('open', OpenedSchema),
  }
}
