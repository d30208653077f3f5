// One attempt over the network; its outcome is a value. The key goes into the Authorization header here and nowhere else;
// redirects are not followed, so that it cannot reach another origin.
import ky from 'ky'
import { base64Forms } from '../base/base64-forms.ts'
import type { Clock } from '../base/clock.ts'
import type { WireRequest } from './build-request.ts'
import { ReplyTooLargeError, readBody } from './read-body.ts'

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
  | { readonly kind: 'reply'; readonly status: number; readonly headers: Headers; readonly body: ArrayBuffer }
  /** No complete reply. `refused`: certainly not sent; all others may have arrived. `too-slow`: incomplete at its deadline. */
  | {
      readonly kind: 'refused' | 'timeout' | 'too-slow' | 'cut' | 'cancelled' | 'too-large'
      readonly code: string | null
    }

export type SendDeps = {
  readonly fetch: typeof globalThis.fetch
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

const NOT_SENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The system's codes along the chain of causes, outermost first. */
const errorCodes = (error: unknown): { code: string; syscall: string | undefined }[] => {
  const codes: { code: string; syscall: string | undefined }[] = []
  for (let at: unknown = error; at instanceof Error && codes.length < 8; at = at.cause) {
    const { code, syscall } = at as { code?: unknown; syscall?: unknown } // system errors carry both
    if (typeof code === 'string') codes.push({ code, syscall: typeof syscall === 'string' ? syscall : undefined })
  }
  return codes
}

/** Unknown host, refused port or invalid certificate: no byte of the request was sent. */
const isNeverSent = (error: unknown): boolean =>
  errorCodes(error).some(
    ({ code, syscall }) =>
      NOT_SENT_CODES.has(code) || syscall === 'connect' || /^(CERT_|ERR_TLS_|ERR_SSL_)|_CERT|SELF_SIGNED/.test(code),
  )

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

/** Sends once. Never rejects. */
export const send = async (
  { fetch, clock, timeoutMs, replyBytesMax }: SendDeps,
  request: WireRequest,
  { key, signal, deadlineMs, largeTurn }: SendOptions,
): Promise<Outcome> => {
  const controller = new AbortController()
  const cancel = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted === true) cancel()
  const line = watchLine(clock, { timeoutMs, deadlineMs }, controller)
  let reply: Response | null = null
  try {
    const response = await ky(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      redirect: 'manual',
      signal: controller.signal,
      fetch: fetch as NonNullable<NonNullable<Parameters<typeof ky>[1]>['fetch']>, // the same function, typed by ky
    })
    line.touch()
    reply = response
    const bytesMax = response.ok ? replyBytesMax : ERROR_BODY_BYTES_MAX
    const body = await readBody(response, { bytesMax, signal: controller.signal, onChunk: line.touch, largeTurn })
    if (key !== null) maskEchoedKey(body, key)
    return { kind: 'reply', status: response.status, headers: response.headers, body }
  } catch (error) {
    const code = errorCodes(error).at(-1)?.code ?? null
    if (signal?.aborted === true) return { kind: 'cancelled', code }
    // An error's status is the answer, even where its text could not be read.
    if (reply !== null && !reply.ok)
      return { kind: 'reply', status: reply.status, headers: reply.headers, body: new ArrayBuffer(0) }
    if (controller.signal.reason === TIMED_OUT) return { kind: 'timeout', code }
    if (controller.signal.reason === TOO_SLOW) return { kind: 'too-slow', code }
    if (error instanceof ReplyTooLargeError) return { kind: 'too-large', code }
    return { kind: reply === null && isNeverSent(error) ? 'refused' : 'cut', code }
  } finally {
    line.end()
    signal?.removeEventListener('abort', cancel)
  }
}
