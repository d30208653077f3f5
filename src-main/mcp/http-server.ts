// Streamable HTTP for assistants on this machine. A request is answered only on the loopback address, with our own Host
// (against DNS rebinding), no foreign Origin and the token. Port and token are new each time it starts and end with it: what
// another user of the machine is sent at the port, once the desk has left it, opens nothing.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server'
import { closeServer, createCappedServer } from '../base/capped-server.ts'
import { readBody } from '../base/read-body.ts'
import { createMcpServer, type McpServerOptions } from './server.ts'

export const MCP_HOST = '127.0.0.1'
export const MCP_PATH = '/mcp'
const CONNECTIONS_MAX = 16
const BODY_MAX_BYTES = 256 * 1024
const SUBSCRIPTIONS_MAX = 4
const DRAIN_MS = 1000

export type McpHttpOptions = {
  /** Asked for each request: settings may have changed. */
  readonly server: () => McpServerOptions
}

/** At a port that nobody knows before. */
const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: MCP_HOST, port: 0, exclusive: true }, () => resolve((server.address() as AddressInfo).port)) // TCP
  })

const refuse = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void => {
  const body = `${JSON.stringify({ error: message })}\n`
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

/** 256 random bits need no salt and no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const tokenOf = (header: string | undefined): string => /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header ?? '')?.[1] ?? ''

const HEADERS: readonly string[] = ['accept', 'content-type', 'last-event-id', 'user-agent']

const headersOf = ({ headers }: IncomingMessage): Headers => {
  const taken = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && (HEADERS.includes(name) || name.startsWith('mcp-'))) taken.set(name, value)
  return taken
}

/** Answers nobody before a token was made. */
export const startMcpHttp = async ({ server: optionsOf }: McpHttpOptions) => {
  const serverOf = ({ requestInfo }: McpRequestContext) =>
    createMcpServer({ ...optionsOf(), agent: requestInfo?.headers.get('user-agent') ?? null })
  const handler = createMcpHandler(serverOf, { maxSubscriptions: SUBSCRIPTIONS_MAX })
  const server = createCappedServer({
    connectionsMax: CONNECTIONS_MAX,
    headersTimeout: 5_000,
    requestTimeout: 30_000,
    maxHeaderSize: 16 * 1024,
  })
  const port = await listen(server)
  let tokenHash: Buffer | null = null
  /** In the same time for every token. */
  const admits = (token: string): boolean => tokenHash !== null && timingSafeEqual(hashOf(token), tokenHash)
  const host = `${MCP_HOST}:${port}`
  const origin = `http://${host}`

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method = 'GET', url = '' } = request
    if (headers.host !== host) return refuse(response, 421, 'This is another address.')
    if (headers.origin !== undefined && headers.origin !== origin)
      return refuse(response, 403, 'Pages are not answered.')
    if (!admits(tokenOf(headers.authorization)))
      return refuse(response, 401, 'Send the token of Settings → Assistants on this machine.', {
        'www-authenticate': 'Bearer realm="agency-desk"',
      })
    if (url !== MCP_PATH) return refuse(response, 404, 'There is nothing here.')
    const body = await readBody(request, BODY_MAX_BYTES)
    if (body === 'cut') return void response.destroy()
    if (body === 'too-large') return refuse(response, 413, `The body is larger than ${BODY_MAX_BYTES} bytes.`)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const asked = new Request(`${origin}${MCP_PATH}`, {
      method,
      headers: headersOf(request),
      signal: left.signal,
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    })
    const reply = await handler.fetch(asked)
    response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'cache-control': 'no-store' })
    if (reply.body === null) return void response.end()
    await pipeline(Readable.fromWeb(reply.body as never), response) // the same streams by another name in Node's types
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The desk failed with an internal error.')
    })
  })
  return {
    address: `${origin}${MCP_PATH}`,
    hasToken: (): boolean => tokenHash !== null,
    /** The token before it ends. */
    newToken: (): string => {
      const token = `adm_${randomBytes(32).toString('base64url')}`
      tokenHash = hashOf(token)
      return token
    },
    close: async (): Promise<void> => {
      await handler.close()
      await closeServer(server, DRAIN_MS)
    },
  }
}
export type McpHttp = Awaited<ReturnType<typeof startMcpHttp>>
