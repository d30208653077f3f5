// What travels over the local socket: one JSON object a line. The client numbers its requests, the desk answers
// with the same number; events carry none.
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DeskErrorValueSchema } from '../../../src-shared/desk/errors.ts'

const RequestIdSchema = z.number().int().min(0)

/** `call` asks the desk; `control` asks the shell that runs it. */
export const RequestFrameSchema = z.union([
  z.object({ id: RequestIdSchema, call: z.string().max(100), input: z.unknown() }),
  z.object({ id: RequestIdSchema, control: z.enum(['hello', 'open', 'subscribe']) }),
])
export type RequestFrame = z.infer<typeof RequestFrameSchema>

const ReplySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: DeskErrorValueSchema }),
])
export const ReplyFrameSchema = z.union([
  z.object({ id: RequestIdSchema, reply: ReplySchema }),
  z.object({ event: z.object({ name: z.string(), payload: z.unknown() }) }),
])
export type ReplyFrame =
  | { readonly id: number; readonly reply: z.infer<typeof ReplySchema> }
  | { readonly event: DeskEvent }

/** Who answers on the socket. */
export const HelloSchema = z.object({ shell: z.string(), pid: z.number().int(), version: z.string() })
export type Hello = z.infer<typeof HelloSchema>

/** The answer to `open`: a fresh address where the shell is a web page; null where it brought its window forward. */
export const OpenedSchema = z.object({ shell: z.string(), address: z.string().nullable() })
export type Opened = z.infer<typeof OpenedSchema>

export const FRAME_MAX_BYTES = 64 * 1024 * 1024

export const writeFrame = (frame: RequestFrame | ReplyFrame): string => `${JSON.stringify(frame)}\n`

/** Feeds chunks in, gets whole lines out; `onTooLong` once a line outgrows `maxLength` characters. */
export const createLineReader = (options: {
  readonly onLine: (line: string) => void
  readonly onTooLong: () => void
  readonly maxLength: number
}) => {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  return (chunk: Buffer): void => {
    const pieces = decoder.write(chunk).split('\n')
    pieces.forEach((piece, index) => {
      parts.push(piece)
      length += piece.length
      if (length > options.maxLength) options.onTooLong()
      if (index === pieces.length - 1) return
      const line = parts.join('')
      parts = []
      length = 0
      if (line !== '') options.onLine(line)
    })
  }
}

/** A line as JSON; undefined where it is none. */
export const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
