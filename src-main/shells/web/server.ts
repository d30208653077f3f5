// The web shell's server. It listens on the loopback address alone, and a request gets anywhere only with our own
// Host (no rebinding of names), no foreign Origin (no other site), and the session's cookie. There is no CORS.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Desk } from '../../desk.ts'
import { plainPage, preparePage } from '../page.ts'
import { createStaticFiles } from '../static-files.ts'
import { BODY_MAX_BYTES, readBody } from './body.ts'
import { createEventStreams } from './events.ts'
import { sendExport } from './exports.ts'
import { refuse, send, sendPage, sendReply } from './respond.ts'
import { createSessions, readCookie } from './sessions.ts'

const LOOPBACK = '127.0.0.1'
export const DEFAULT_PORT = 4318
/** How many ports past the default one are tried. */
const PORTS_TRIED = 20

export type WebServerOptions = {
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly rendererFolder: string
  readonly exportsFolder: string
  /** The port that was asked for by name; null: the default one, or the next that is free. */
  readonly port: number | null
}

export type WebServer = {
  readonly origin: string
  /** An address that opens one session, once. */
  readonly freshAddress: () => string
  readonly close: () => Promise<void>
}

const NEW_ADDRESS = [
  'Run `npm start` again, or `npm run desk -- open`: both print a fresh address of the desk that is running.',
]
const signInPage = () =>
  plainPage('This is Agency Desk', ['Open it by the address that it printed when it started.', ...NEW_ADDRESS])
const usedTokenPage = () =>
  plainPage('This address was used already', ['Each printed address opens the desk once.', ...NEW_ADDRESS])
const notBuiltPage = () => plainPage('The page is not built', ['Run `npm run build`, then reload.'])
const wrongHostPage = (origin: string) => plainPage('Another address', [`Agency Desk is at ${origin}`])

const createListener = (options: WebServerOptions, sessions: ReturnType<typeof createSessions>, port: number) => {
  const { desk } = options
  const host = `${LOOPBACK}:${port}`
  const origin = `http://${host}`
  const cookieName = `agency_desk_${port}`
  const files = createStaticFiles(options.rendererFolder)
  const streams = createEventStreams(desk)

  const isSignedIn = (request: IncomingMessage) => {
    const session = readCookie(request.headers.cookie, cookieName)
    return session !== null && sessions.isKnown(session)
  }
  const exchange = (request: IncomingMessage, response: ServerResponse, token: string) => {
    const session = sessions.exchange(token)
    // Going back to the printed address in a page that is signed in is no second use.
    if (session === null && !isSignedIn(request)) return sendPage(response, 401, usedTokenPage())
    const cookie =
      session === null ? {} : { 'set-cookie': `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/` }
    send(response, 303, { location: '/', 'cache-control': 'no-store', ...cookie }, '')
  }
  const sendIndex = async (response: ServerResponse) => {
    const html = await files.index()
    if (html === null) sendPage(response, 503, notBuiltPage())
    else sendPage(response, 200, preparePage(html))
  }
  const sendFile = async (response: ServerResponse, path: string) => {
    const file = path.endsWith('.html') ? null : await files.get(path)
    if (file === null) return refuse(response, 404, 'There is nothing here.')
    const cacheControl = file.isHashed ? 'private, max-age=31536000, immutable' : 'no-cache'
    send(response, 200, { 'content-type': file.contentType, 'cache-control': cacheControl }, file.body)
  }
  const answerCall = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    // Browsers send Origin with every POST; a request without one comes from no page of ours.
    if (request.headers.origin !== origin) return refuse(response, 403, 'Calls come from the desk’s own page only.')
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'The body of a call is application/json.')
    const body = await readBody(request)
    if (body === 'too-large') return refuse(response, 413, `The body is larger than ${BODY_MAX_BYTES} bytes.`)
    let input: unknown
    try {
      input = body.length === 0 ? {} : JSON.parse(body.toString('utf8'))
    } catch {
      return refuse(response, 400, 'The body is not JSON.')
    }
    sendReply(response, 200, await desk.call(name, input))
  }

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request
    if (headers.host !== host) return sendPage(response, 421, wrongHostPage(origin))
    if (headers.origin !== undefined && headers.origin !== origin) return refuse(response, 403, 'Foreign origin.')
    const url = URL.parse(request.url ?? '', origin)
    if (url === null || url.origin !== origin) return refuse(response, 400, 'The address is malformed.')
    const path = url.pathname
    const token = url.searchParams.get('token')
    if (method === 'GET' && path === '/' && token !== null) return exchange(request, response, token)
    if (!isSignedIn(request)) {
      if (method === 'GET' && path === '/') return sendPage(response, 401, signInPage())
      return refuse(response, 401, 'Open the desk by the address that it printed.')
    }
    if (method === 'POST' && path.startsWith('/api/call/')) {
      return answerCall(request, response, path.slice('/api/call/'.length))
    }
    if (method !== 'GET') return refuse(response, 405, 'This address only answers GET.')
    if (path === '/api/events') return streams.open(response)
    if (path.startsWith('/exports/')) {
      const name = decodePart(path.slice('/exports/'.length))
      return sendExport(response, options.exportsFolder, name)
    }
    return path === '/' ? sendIndex(response) : sendFile(response, path)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The desk met a fault of its own.')
    })
  }
  return { listener, streams, origin }
}

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

const listen = (server: Server, port: number): Promise<number | 'taken'> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('taken')
      else reject(error)
    })
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port)) // TCP
  })

const listenSomewhere = async (server: Server, wanted: number | null): Promise<number> => {
  if (wanted !== null) {
    const port = await listen(server, wanted)
    if (port !== 'taken') return port
    throw new DeskError(
      'invalid',
      `Port ${wanted} on ${LOOPBACK} is taken. Set AGENCY_DESK_PORT to a free one, or unset it to let the desk choose.`,
      { issues: [{ path: 'AGENCY_DESK_PORT', message: 'is taken' }] },
    )
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + PORTS_TRIED; port += 1) {
    const got = await listen(server, port)
    if (got !== 'taken') return got
  }
  const last = await listen(server, 0)
  if (last !== 'taken') return last
  throw new DeskError('service', `No port on ${LOOPBACK} is free.`)
}

export const startWebServer = async (options: WebServerOptions): Promise<WebServer> => {
  const sessions = createSessions()
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16 * 1024 })
  server.maxConnections = 256
  const port = await listenSomewhere(server, options.port)
  const { listener, streams, origin } = createListener(options, sessions, port)
  server.on('request', listener)
  return {
    origin,
    freshAddress: () => `${origin}/?token=${sessions.newToken()}`,
    close: async () => {
      streams.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 2000).unref()
      await closed
    },
  }
}
