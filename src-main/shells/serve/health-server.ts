import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { closeServer, createCappedServer } from '../../base/capped-server.ts'
import { callDesk, type Desk } from '../../desk.ts'
import { LOOPBACK, listenOnLoopback } from '../loopback.ts'

// Whether a desk on a server does its work, for whatever watches it. The answer names nobody and nothing of the agency.

/** A desk that is connected catches up within seconds. */
const BEHIND_MAX_SECONDS = 60

type Team = NonNullable<CallOutput<'team.status'>['team']>

type Health = {
  readonly ok: boolean
  /** Null: a desk alone. */
  readonly team: { readonly connection: Team['connection']; readonly behindSeconds: number } | null
  readonly receiver: 'listening' | 'off' | 'failed'
  readonly keychain: CallOutput<'desk.about'>['keychain']['state']
}

const receiverState = ({ enabled, listening }: CallOutput<'webhooks.status'>): Health['receiver'] =>
  listening ? 'listening' : enabled ? 'failed' : 'off'

/** Rejects where the desk does not answer. */
const healthOf = async (desk: Pick<Desk, 'call'>): Promise<Health> => {
  const [{ team }, webhooks, { keychain }] = await Promise.all([
    callDesk(desk, 'team.status', {}),
    callDesk(desk, 'webhooks.status', {}),
    callDesk(desk, 'desk.about', {}),
  ])
  const isCurrent = team === null || (team.connection === 'connected' && team.behindSeconds < BEHIND_MAX_SECONDS)
  const receiver = receiverState(webhooks)
  const hasKeychain = keychain.state === 'ok' || keychain.state === 'session'
  return {
    ok: isCurrent && receiver !== 'failed' && hasKeychain,
    team: team && { connection: team.connection, behindSeconds: Math.round(team.behindSeconds) },
    receiver,
    keychain: keychain.state,
  }
}

const CONNECTIONS_MAX = 16
const DRAIN_MS = 1000

const send = (response: ServerResponse, status: number, value: unknown): void => {
  const body = `${JSON.stringify(value)}\n`
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/**
 * GET /healthz on this machine: 200 where all is well, else 503 with what is not. Nothing else is answered, nor a page of the
 * web whose name was made to lead here (DNS rebinding): it has another Host.
 */
export const startHealthServer = async (desk: Pick<Desk, 'call'>, port: number | null) => {
  const server = createCappedServer({
    connectionsMax: CONNECTIONS_MAX,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    maxHeaderSize: 8 * 1024,
  })
  const listening = await listenOnLoopback(server, port)
  const hosts = new Set([`${LOOPBACK}:${listening}`, `localhost:${listening}`])
  const answer = async ({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hosts.has(headers.host ?? '')) return send(response, 421, { ok: false })
    if (url !== '/healthz' || (method !== 'GET' && method !== 'HEAD')) return send(response, 404, { ok: false })
    const health = await healthOf(desk).catch(() => ({ ok: false }))
    return send(response, health.ok ? 200 : 503, health)
  }
  server.on('request', (request, response) => void answer(request, response))
  return {
    address: `http://${LOOPBACK}:${listening}/healthz`,
    close: (): Promise<void> => closeServer(server, DRAIN_MS),
  }
}
