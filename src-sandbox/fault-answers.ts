import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Fault, faultError } from './faults.ts'
import type { ServiceError } from './service-error.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n'
const CHUNK_BYTES = 64 * 1024

export const jsonAnswer = (text: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { ...JSON_TYPE, ...headers } })

export const errorAnswer = ({ status, body, extra }: ServiceError, text = JSON.stringify(body)): Response => {
  const { retryAfterSeconds } = extra
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return jsonAnswer(text, status, headers)
}

/** A fault's answer instead of handling the request; undefined: the request is handled. */
export const answerBefore = (fault: Fault, { outgoing }: HttpBindings): Response | undefined => {
  switch (fault.kind) {
    case 'status':
      return errorAnswer(faultError(fault), fault.body)
    case 'malformed':
      return jsonAnswer(fault.body ?? '{"items":[{"keyword":"half a', fault.status)
    case 'html':
      return new Response(fault.body ?? GATEWAY_PAGE, {
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })
    case 'huge':
      return new Response(ReadableStream.from(paddedJson(fault.bytes)), { headers: JSON_TYPE })
    case 'cut':
      return fault.at === 'before' ? cutLine(outgoing) : undefined
    case 'delay':
    case 'hold':
    case 'truncated':
      return undefined
  }
}

/** The answer of a fault that comes after the request was handled; `text` is the true reply. */
export const answerAfter = (fault: Fault, text: string, { outgoing }: HttpBindings): Response | undefined => {
  if (fault.kind === 'truncated') return jsonAnswer(half(text))
  if (fault.kind !== 'cut') return undefined
  return fault.at === 'mid-reply' ? cutInMidReply(outgoing, text) : cutLine(outgoing)
}

const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

const cutLine = (outgoing: HttpBindings['outgoing']): Response => {
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Declares the whole length, sends half of it, then cuts the connection. */
const cutInMidReply = (outgoing: HttpBindings['outgoing'], text: string): Response => {
  outgoing.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) })
  outgoing.write(half(text), () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

function* paddedJson(bytes: number): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  const end = '"}'
  const start = '{"items":[],"padding":"'
  yield encoder.encode(start)
  for (let left = bytes - start.length - end.length; left > 0; left -= CHUNK_BYTES) {
    yield encoder.encode('x'.repeat(Math.min(left, CHUNK_BYTES)))
  }
  yield encoder.encode(end)
}
