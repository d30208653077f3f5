// One attempt over the network; its outcome is a value. The key goes into the Authorization header here and nowhere else;
// redirects are not followed, so that it cannot reach another origin.
import { base64Forms } from '../base/base64-forms.ts'
import type { Clock } from '../base/clock.ts'
import type { GetDispatcher } from '../base/dispatcher.ts'
import {
  type Exchange,
  type ExchangeRequest,
  type ReplyHeaders,
  ReplyTooLargeError,
  startExchange,
} from '../base/exchange.ts'
import type { WireRequest } from './build-request.ts'
import { SMALL_REPLY_BYTES } from './large-replies.ts'

// Where the service echoes the key in a reply, it is overwritten in the bytes before anything else reads them: plain,
// escaped for JSON or a URL, as base64 or hex.

/** A shorter form may be an ordinary part of a text. */
const LENGTH_MIN = 8
const ASTERISK = 42

const formsOf = (key: string): string[] => {
  const base64 = base64Forms(key)
  const hex = Buffer.from(key).toString('hex')
  const forms = new Set([
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
  ])
  // Longest first: the plain key may be the start of its escaped form, whose rest would then be left over.
  return [...forms].filter((form) => form.length >= LENGTH_MIN).toSorted((a, b) => b.length - a.length)
}

/** Overwrites the key in place, wherever it is in the body; the body keeps its length. */
export const maskEchoedKey = (body: ArrayBuffer, key: string): void => {
  const bytes = Buffer.from(body)
  for (const form of formsOf(key)) {
    for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + form.length)) {
      bytes.fill(ASTERISK, at, at + form.length)
    }
  }
}

export type Outcome =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly headers: ReplyHeaders
      readonly body: ArrayBuffer
    }
  /** No complete reply. `refused`: certainly not sent; all others may have arrived. `too-slow`: incomplete at its deadline. */
  | {
      readonly kind: 'refused' | 'timeout' | 'too-slow' | 'cut' | 'cancelled' | 'too-large'
      readonly code: string | null
    }

export type SendDeps = {
  readonly getDispatcher: GetDispatcher
  readonly clock: Clock
  /** Longest silence of the connection: until the headers, and between two chunks. */
  readonly timeoutMs: number
  readonly replyBytesMax: number
}

type SendOptions = {
  readonly key: string | null
  readonly signal: AbortSignal | undefined
  readonly deadlineMs: number
  /** Awaited before more than a small reply is read. */
  readonly largeTurn?: () => Promise<void>
}

const ERROR_BODY_BYTES_MAX = 256 * 1024

/** The code of the innermost error, as the system gave it; null: none has one. */
const codeOf = (error: unknown): string | null => {
  let code: string | null = null
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const own = (at as { code?: unknown }).code // system errors carry one
    if (typeof own === 'string') code = own
  }
  return code
}

const isOk = (status: number): boolean => status >= 200 && status < 300

const TIMED_OUT = Symbol('timed out')
const TOO_SLOW = Symbol('too slow')
/** Without a reason, each request would make an error with its stack. */
const ENDED = Symbol('ended')

/**
 * Aborts `controller` once the connection was silent for `timeoutMs` (noticed after at most twice that) or after
 * `deadlineMs`; `touch` reports activity. It reads no wall clock, so that a clock that jumps ends no request.
 */
const watchLine = (
  clock: Clock,
  { timeoutMs, deadlineMs }: { timeoutMs: number; deadlineMs: number },
  controller: AbortController,
) => {
  const ended = new AbortController()
  const deadlineAtMs = clock.monotonicMs() + deadlineMs
  let isAlive = false
  const watch = async () => {
    for (;;) {
      const leftMs = deadlineAtMs - clock.monotonicMs()
      if (leftMs <= 0) return controller.abort(TOO_SLOW)
      isAlive = false
      await clock.sleep(Math.min(timeoutMs, leftMs), ended.signal)
      if (!isAlive && timeoutMs <= leftMs) return controller.abort(TIMED_OUT)
    }
  }
  watch().catch(() => undefined) // ended before its time
  return {
    touch: () => {
      isAlive = true
    },
    end: () => ended.abort(ENDED),
  }
}

const toExchange = ({ method, url, body }: WireRequest, key: string | null): ExchangeRequest => ({
  method,
  url,
  headers: {
    accept: 'application/json',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body,
})

/** Sends once. Never rejects. */
export const send = async (
  { getDispatcher, clock, timeoutMs, replyBytesMax }: SendDeps,
  request: WireRequest,
  { key, signal, deadlineMs, largeTurn }: SendOptions,
): Promise<Outcome> => {
  const controller = new AbortController()
  const cancel = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted === true) cancel()
  const line = watchLine(clock, { timeoutMs, deadlineMs }, controller)
  let exchange: Exchange | null = null
  try {
    exchange = startExchange(await getDispatcher(), toExchange(request, key), {
      bytesMax: (status) => (isOk(status) ? replyBytesMax : ERROR_BODY_BYTES_MAX),
      signal: controller.signal,
      onActivity: line.touch,
      turn: largeTurn && { aboveBytes: SMALL_REPLY_BYTES, take: largeTurn },
    })
    const reply = await exchange.reply
    if (key !== null) maskEchoedKey(reply.body, key)
    return { kind: 'reply', ...reply }
  } catch (error) {
    const code = codeOf(error)
    const head = exchange?.head() ?? null
    if (signal?.aborted === true) return { kind: 'cancelled', code }
    // An error's status is the answer, even where its text could not be read.
    if (head !== null && !isOk(head.status)) return { kind: 'reply', ...head, body: new ArrayBuffer(0) }
    if (controller.signal.reason === TIMED_OUT) return { kind: 'timeout', code }
    if (controller.signal.reason === TOO_SLOW) return { kind: 'too-slow', code }
    if (error instanceof ReplyTooLargeError) return { kind: 'too-large', code }
    return { kind: exchange?.isSent() === true ? 'cut' : 'refused', code }
  } finally {
    line.end()
    signal?.removeEventListener('abort', cancel)
  }
}
