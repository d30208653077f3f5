// One exchange over HTTP: a request out, the reply into one buffer of its own (bytes.ts). `fetch` makes copies of its own and
// keeps the chunks.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { createBytes } from './bytes.ts'
import type { GetDispatcher } from './dispatcher.ts'

/** Thrown when a reply is larger than what is taken; nothing beyond the limit is kept in memory. */
export class ReplyTooLargeError extends Error {
  override readonly name = 'ReplyTooLargeError'
}

export type ExchangeRequest = {
  readonly method: Dispatcher.HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

/** Before more than `aboveBytes` of a reply are read, `take` is awaited. */
export type ReplyTurn = { readonly aboveBytes: number; readonly take: () => Promise<void> }

export type ExchangeOptions = {
  readonly bytesMax: (status: number) => number
  /** Its reason is what the reply rejects with. */
  readonly signal: AbortSignal
  /** Called at the headers, at every chunk, and now and then while the reply waits for its turn. */
  readonly onActivity?: () => void
  readonly turn?: ReplyTurn | undefined
}

/** Names are in lower case; a header that came more than once has its values joined by `, `. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>
export type Head = { readonly status: number; readonly headers: ReplyHeaders }
export type Exchange = {
  /** Rejects with ReplyTooLargeError, the signal's reason, or the connection's error. */
  readonly reply: Promise<Head & { readonly body: ArrayBuffer }>
  /** False: certainly nothing of the request has left. */
  readonly isSent: () => boolean
  /** What has arrived of the reply before its body, or null. */
  readonly head: () => Head | null
}

const [unzip, unzipBrotli] = [promisify(gunzip), promisify(brotliDecompress)]
const UNZIP = { gzip: unzip, 'x-gzip': unzip, br: unzipBrotli }
/** Some gateways refuse requests that do not name their program. */
const OWN_HEADERS = { 'user-agent': 'agency-desk', 'accept-encoding': 'gzip, br' }
const WAITING_MS = 1000
/** Their replies have no body, whatever length they name. */
const WITHOUT_BODY = new Set([204, 304])

/** Waits for the turn of one reply, once, and no longer than the exchange goes on. */
const createTurn = ({ turn, onActivity }: ExchangeOptions, over: AbortSignal) => {
  let isTaken = turn === undefined
  /** The bytes that may be held without it. */
  const freeBytes = (): number => (isTaken || turn === undefined ? Number.POSITIVE_INFINITY : turn.aboveBytes)
  const wait = async (): Promise<void> => {
    isTaken = true
    const timer = setInterval(() => onActivity?.(), WAITING_MS)
    try {
      const isOver = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([turn?.take(), isOver])
    } finally {
      clearInterval(timer)
    }
    over.throwIfAborted()
  }
  return { freeBytes, wait }
}

const toHead = (status: number, headers: Readonly<Record<string, string | string[] | undefined>>): Head => {
  const joined = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return { status, headers: Object.fromEntries(joined) as ReplyHeaders }
}

/** The bytes that its body will have; null: not known. */
const lengthOf = ({ status, headers }: Head): number | null => {
  const { 'content-length': length } = headers
  return WITHOUT_BODY.has(status) || length === undefined ? null : Number(length)
}

const unzipOf = ({ headers }: Head) => {
  const encoding = headers['content-encoding']?.toLowerCase()
  return encoding !== undefined && Object.hasOwn(UNZIP, encoding) ? UNZIP[encoding as keyof typeof UNZIP] : null
}

/** A buffer with a memory of its own is not copied. */
const ownMemory = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer

const toDispatch = ({ method, url, headers, body }: ExchangeRequest): Dispatcher.DispatchOptions => {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: `${pathname}${search}`, method, headers: { ...OWN_HEADERS, ...headers }, body: body ?? null }
}

/** Sends the request once; follows no redirect. */
export const startExchange = (
  dispatcher: Awaited<ReturnType<GetDispatcher>>,
  request: ExchangeRequest,
  options: ExchangeOptions,
): Exchange => {
  const { signal, bytesMax, onActivity = () => undefined } = options
  const over = new AbortController()
  const turn = createTurn(options, over.signal)
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
  let isSent = false
  let sending: Dispatcher.DispatchController | null = null
  let reading: { readonly head: Head; readonly max: number; readonly bytes: ReturnType<typeof createBytes> } | null =
    null

  const fail = (error: unknown): void => {
    over.abort(error)
    reject(error)
    sending?.abort(error instanceof Error ? error : new Error('The request was given up.', { cause: error }))
  }
  const onAbort = () => fail(signal.reason)

  const pauseIfLarge = (controller: Dispatcher.DispatchController, bytes: number): void => {
    if (bytes <= turn.freeBytes()) return
    controller.pause()
    turn.wait().then(() => controller.resume(), fail)
  }

  /** A few bytes may become millions: up to what needs no turn first, and from the start again in its turn. */
  const unzipped = async (body: ArrayBuffer, head: Head, max: number): Promise<ArrayBuffer> => {
    const unzip = unzipOf(head)
    if (unzip === null || body.byteLength === 0) return body
    const most = Math.min(max, turn.freeBytes())
    try {
      return ownMemory(await unzip(body, { maxOutputLength: most }))
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
    if (most === max) throw new ReplyTooLargeError()
    await turn.wait()
    return unzipped(body, head, max)
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      sending = controller
      if (signal.aborted) onAbort()
      else isSent = true
    },
    onResponseStart: (controller, status, headers) => {
      if (status < 200) return
      const head = toHead(status, headers)
      const max = bytesMax(status)
      const length = lengthOf(head)
      reading = { head, max, bytes: createBytes(length, max) }
      onActivity()
      if (length === null) return
      if (length > max) throw new ReplyTooLargeError()
      pauseIfLarge(controller, length)
    },
    onResponseData: (controller, chunk) => {
      if (reading === null) return
      onActivity()
      const { bytes, max } = reading
      if (bytes.size() + chunk.byteLength > max) throw new ReplyTooLargeError()
      bytes.add(chunk)
      pauseIfLarge(controller, bytes.size())
    },
    onResponseEnd: () => {
      if (reading !== null) resolve(unzipped(reading.bytes.end(), reading.head, reading.max))
    },
    onResponseError: (_, error) => reject(error),
  }

  const run = async () => {
    signal.throwIfAborted()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      dispatcher.dispatch(toDispatch(request), handler)
      const body = await promise
      if (reading === null) throw new Error('A reply has no headers.')
      return { ...reading.head, body }
    } catch (error) {
      reading?.bytes.drop()
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
      over.abort(new Error('The exchange is over.'))
    }
  }
  return { reply: run(), isSent: () => isSent, head: () => reading?.head ?? null }
}
