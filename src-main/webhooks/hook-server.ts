// The receiver's HTTP: plain node:http, nothing between the socket and the checks. A sender is answered 200 only once
// its delivery is on disk. A refused request costs neither memory nor a write, and is cut off in seconds.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createCappedServer } from '../base/capped-server.ts'
import { readBody } from '../base/read-body.ts'
import type { Arrival } from '../store/arrival.ts'
import { maskSecrets, maskSecretsInText, mayHoldSecret } from './mask-secrets.ts'
import { parseDelivery } from './parse-delivery.ts'
import {
  type Admitted,
  admit,
  BODY_BYTES_MAX,
  checkAddress,
  type HeadRules,
  isRefused,
  type RefusalReason,
  type Refused,
  wrongSecret,
} from './request-head.ts'
import { deliveryId } from './rules/delivery-id.ts'

// Bodies that are still on their way, shared fairly: a secret whose senders never finish gives way to all others. Past the
// limit, the oldest body of the secret that has most of them is given up, so no secret can hold every connection.

type Body = Awaited<ReturnType<typeof readBody>> | 'crowded-out'
type GiveUp = () => void

const createUnfinishedBodies = ({ countMax, bytesMax }: { countMax: number; bytesMax: number }) => {
  /** By secret; the oldest first. */
  const bySecret = new Map<string, Set<GiveUp>>()
  let count = 0

  const giveUpOne = (): void => {
    let most: ReadonlySet<GiveUp> = new Set()
    for (const bodies of bySecret.values()) if (bodies.size > most.size) most = bodies
    const [oldest] = most
    oldest?.()
  }

  /** `crowded-out`: given up for others, and the rest of it is not read. */
  const read = (request: IncomingMessage, secret: string): Promise<Body> =>
    new Promise((resolve) => {
      const bodies = bySecret.get(secret) ?? new Set()
      bySecret.set(secret, bodies)
      const leave = (body: Body): void => {
        if (!bodies.delete(giveUp)) return
        count -= 1
        if (bodies.size === 0) bySecret.delete(secret)
        resolve(body)
      }
      const giveUp: GiveUp = () => leave('crowded-out')
      bodies.add(giveUp)
      count += 1
      void readBody(request, bytesMax).then(leave)
      if (count > countMax) giveUpOne()
    })

  return { read }
}

const SECRET_NAMES = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** Headers as JSON, in the order they came, webhook secrets masked; those named `omitted` (lower case) left out. */
const maskedHeaders = (rawHeaders: readonly string[], omitted: string): string => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const lower = name.toLowerCase()
    if (lower === omitted) continue
    if (lower === 'authorization') headers.push([name, 'Bearer ***'])
    else headers.push([name, SECRET_NAMES.has(lower) ? '***' : (rawHeaders[at + 1] ?? '')])
  }
  const text = JSON.stringify(headers)
  if (!mayHoldSecret(text)) return text
  return JSON.stringify(headers.map(([name, value]) => [maskSecretsInText(name), maskSecretsInText(value)]))
}

export type HookServerDeps = {
  readonly rules: HeadRules
  readonly now: () => number
  /** Resolves once it is on disk, with its number; null where its brand has been removed. */
  readonly store: (arrival: Arrival) => Promise<number | null>
  readonly onRefused: (refusal: { reason: RefusalReason; brandId: string | null; remote: string | undefined }) => void
  readonly onFailed: (error: unknown) => void
  /** Sent by our own check of reachability; nobody else knows it. */
  readonly checkToken: () => string
}

const CONNECTIONS_MAX = 512
/** The other half is for those whose secret is not known yet. */
const UNFINISHED_BODIES_MAX = CONNECTIONS_MAX / 2
const HEAD_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 15_000
/** Kept of a body that does not fit; its start shows what it was. */
const REJECTED_BODY_BYTES_MAX = 64 * 1024
export const CHECK_HEADER = 'x-agency-desk-check'
/** On the desk's own samples, with the check token: a sample confirms no article. */
export const SAMPLE_HEADER = 'x-agency-desk-sample'
export const DELIVERY_HEADER = 'x-delivery-id'

const RECEIVED = JSON.stringify({ received: true })
export const REACHABLE = JSON.stringify({ reachable: true })

/** Names and values in turn: Node writes such headers as they are. */
type RawHeaders = readonly string[]

const send = (response: ServerResponse, status: number, body: string, headers: RawHeaders = []): void => {
  const length = String(Buffer.byteLength(body))
  response.writeHead(status, ['content-type', 'application/json', 'content-length', length, ...headers])
  response.end(body)
}

const EXTRA: Partial<Record<number, RawHeaders>> = {
  401: ['www-authenticate', 'Bearer'],
  405: ['allow', 'POST'],
  503: ['retry-after', '5'],
}

/** Answers and ends the connection: the rest of the request is not read. */
const sendRefusal = (response: ServerResponse, status: number, message: string): void => {
  response.shouldKeepAlive = false
  const headers = ['connection', 'close', ...(EXTRA[status] ?? [])]
  send(response, status, JSON.stringify({ received: false, error: message }), headers)
}

// Errors of Node and of SQLite carry a code; any other value has none.
const isDiskFull = (error: unknown): boolean =>
  /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(String((error as { code?: unknown } | null)?.code))

type Received = { readonly admitted: Admitted; readonly body: Buffer; readonly receivedAtMs: number }

const toArrival = (
  request: IncomingMessage,
  { admitted, body, receivedAtMs }: Received,
  checkToken: string,
): Arrival => {
  const masked = maskSecrets(body)
  const parsed = parseDelivery(masked)
  const isSample = request.headers[SAMPLE_HEADER] === checkToken && parsed.status === 'accepted'
  const understood = isSample ? { ...parsed, status: 'sample' as const } : parsed
  const kept = understood.status === 'rejected' ? masked.subarray(0, REJECTED_BODY_BYTES_MAX) : masked
  return {
    ...understood,
    brandId: admitted.brandId,
    receivedAtMs,
    secretUsed: admitted.secretUsed,
    bytes: body.length,
    path: admitted.path,
    headers: maskedHeaders(request.rawHeaders, SAMPLE_HEADER),
    body: kept,
  }
}

const createHandler = (deps: HookServerDeps) => {
  const { rules, now } = deps
  const bodies = createUnfinishedBodies({ countMax: UNFINISHED_BODIES_MAX, bytesMax: BODY_BYTES_MAX })

  const refuse = (request: IncomingMessage, response: ServerResponse, refused: Refused): void => {
    deps.onRefused({ ...refused, remote: request.socket.remoteAddress })
    sendRefusal(response, refused.status, refused.message)
  }

  const receive = async (request: IncomingMessage, response: ServerResponse, admitted: Admitted): Promise<void> => {
    const { brandId, secretUsed } = admitted
    const body = await bodies.read(request, `${brandId} ${secretUsed}`)
    if (body === 'cut') return
    if (body === 'crowded-out') {
      const message = 'Too many deliveries with this secret are unfinished. Send it again later.'
      return refuse(request, response, { status: 503, reason: 'too-many', message, brandId })
    }
    if (body === 'too-large') {
      const message = 'The body may have 1 MiB at most.'
      return refuse(request, response, { status: 413, reason: 'too-large', message, brandId })
    }
    const arrival = toArrival(request, { admitted, body, receivedAtMs: now() }, deps.checkToken())
    let no: number | null
    try {
      no = await deps.store(arrival)
    } catch (error) {
      deps.onFailed(error)
      const message = isDiskFull(error)
        ? 'The disk is full: the delivery was not kept. Send it again later.'
        : 'The delivery could not be kept. Send it again later.'
      return refuse(request, response, { status: 503, reason: 'disk-full', message, brandId })
    }
    if (no === null) return refuse(request, response, wrongSecret(undefined)) // the brand was removed meanwhile
    if (arrival.status === 'rejected') {
      deps.onRefused({ reason: 'bad-body', brandId, remote: request.socket.remoteAddress })
      send(response, 400, JSON.stringify({ received: false, error: arrival.reason }), [DELIVERY_HEADER, deliveryId(no)])
    } else send(response, 200, RECEIVED, [DELIVERY_HEADER, deliveryId(no)])
  }

  return (request: IncomingMessage, response: ServerResponse, isWaiting: boolean): void => {
    const head = checkAddress(request, rules)
    if (!isRefused(head) && request.headers[CHECK_HEADER] === deps.checkToken()) {
      send(response, 200, REACHABLE)
      return
    }
    const admitted = isRefused(head) ? head : admit(request, head, rules)
    if (isRefused(admitted)) {
      refuse(request, response, admitted)
      return
    }
    if (isWaiting) response.writeContinue()
    receive(request, response, admitted).catch((error: unknown) => {
      deps.onFailed(error)
      response.destroy()
    })
  }
}

const rawAnswer = (status: string): string => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`

/** The answers of Node's default, but counted. */
const answerBroken = (deps: HookServerDeps, error: NodeJS.ErrnoException, socket: Socket): void => {
  const remote = socket.remoteAddress
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const isLong = error.code === 'HPE_HEADER_OVERFLOW'
  deps.onRefused({ reason: isSlow ? 'too-slow' : isLong ? 'too-large' : 'bad-body', brandId: null, remote })
  socket.end(
    rawAnswer(isSlow ? '408 Request Timeout' : isLong ? '431 Request Header Fields Too Large' : '400 Bad Request'),
    () => socket.destroy(),
  )
}

/** The server, not listening yet. */
export const createHookServer = (deps: HookServerDeps): Server => {
  const handle = createHandler(deps)
  const answer = (isWaiting: boolean) => (request: IncomingMessage, response: ServerResponse) =>
    handle(request, response, isWaiting)
  const server = createCappedServer({
    connectionsMax: CONNECTIONS_MAX,
    onCapped: ({ remoteAddress }) => deps.onRefused({ reason: 'too-many', brandId: null, remote: remoteAddress }),
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    requireHostHeader: false,
  })
  server.setTimeout(IDLE_TIMEOUT_MS)
  server.on('request', answer(false))
  server.on('checkContinue', answer(true))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerBroken(deps, error, socket))
  return server
}
