// What the web shell answers. A request gets anywhere only with our own Host (no rebinding of names) and no foreign
// Origin (no other site). The page is public and holds nothing; every call, the
// events and downloads need the page's session. There are no cookies (they go to every port) and no CORS.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Desk } from '../../desk.ts'
import { plainPage, preparePage } from '../page.ts'
import { createStaticFiles } from '../static-files.ts'
import { BODY_MAX_BYTES, readBody } from './body.ts'
import type { EventStreams } from './events.ts'
import { sendExport } from './exports.ts'
import { createOneTimeSecrets } from './one-time.ts'
import { refuse, send, sendPage, sendReply } from './respond.ts'
import type { Sessions } from './sessions.ts'

export type RoutesOptions = {
  readonly origin: string
  readonly desk: Pick<Desk, 'call'>
  readonly sessions: Sessions
  readonly streams: EventStreams
  readonly rendererFolder: string
  readonly exportsFolder: string
  readonly clock: Pick<Clock, 'now'>
}

const DOWNLOAD_LIFE_MS = 60_000
const DOWNLOADS_MAX = 32

const notBuiltPage = () => plainPage('The page is not built', ['Run `npm run build`, then reload.'])
const wrongHostPage = (origin: string) => plainPage('Another address', [`Agency Desk is at ${origin}`])

/** The JSON of a POST from our own page; undefined where it was refused. */
const readJson = async (request: IncomingMessage, response: ServerResponse, origin: string): Promise<unknown> => {
  // Browsers send Origin with every POST; a request without one comes from no page of ours.
  if (request.headers.origin !== origin)
    return void refuse(response, 403, 'Only the page of the desk itself may send this.')
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return void refuse(response, 415, 'The body of a call is application/json.')
  const body = await readBody(request)
  if (body === 'too-large') return void refuse(response, 413, `The body is larger than ${BODY_MAX_BYTES} bytes.`)
  try {
    return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as unknown) // parsed by whoever uses it
  } catch {
    return void refuse(response, 400, 'The body is not JSON.')
  }
}

const DownloadSchema = z.object({ fileName: z.string() })

/** The listener of the web server's requests. */
export const createRoutes = (options: RoutesOptions) => {
  const { origin, desk, sessions, streams } = options
  const { host } = new URL(origin)
  const files = createStaticFiles(options.rendererFolder)
  /** A browser saves a download without our header: its address is the proof, once. */
  const downloads = createOneTimeSecrets<string>({
    lifeMs: DOWNLOAD_LIFE_MS,
    max: DOWNLOADS_MAX,
    clock: options.clock,
  })

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
    const input = await readJson(request, response, origin)
    if (input !== undefined) sendReply(response, 200, await desk.call(name, input))
  }
  const answerDownload = async (request: IncomingMessage, response: ServerResponse) => {
    const input = await readJson(request, response, origin)
    if (input === undefined) return
    const asked = DownloadSchema.safeParse(input)
    if (!asked.success) return refuse(response, 400, 'A download needs a file name.')
    sendReply(response, 200, { ok: true, value: { path: `/exports/${downloads.issue(asked.data.fileName)}` } })
  }
  const answerApi = async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    if (!sessions.admits(request.headers)) return refuse(response, 401, 'Open the desk by the address that it printed.')
    if (request.method === 'GET' && name === 'events') return streams.open(response)
    if (request.method !== 'POST') return refuse(response, 405, 'Calls are sent by POST.')
    if (name === 'downloads') return answerDownload(request, response)
    if (name.startsWith('call/')) return answerCall(request, response, name.slice('call/'.length))
    return refuse(response, 404, 'There is nothing here.')
  }
  const answerExport = async (response: ServerResponse, secret: string): Promise<void> => {
    const fileName = downloads.take(secret)
    if (fileName === null)
      return refuse(response, 401, 'This download was used or has expired. Start it again in the desk.')
    return sendExport(response, options.exportsFolder, fileName)
  }

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request
    if (headers.host !== host) return sendPage(response, 421, wrongHostPage(origin))
    if (headers.origin !== undefined && headers.origin !== origin) return refuse(response, 403, 'Foreign origin.')
    const url = URL.parse(request.url ?? '', origin)
    if (url === null || url.origin !== origin) return refuse(response, 400, 'The address is malformed.')
    const path = url.pathname
    if (path.startsWith('/api/')) return answerApi(request, response, path.slice('/api/'.length))
    if (method !== 'GET') return refuse(response, 405, 'This address only answers GET.')
    if (path.startsWith('/exports/')) return answerExport(response, path.slice('/exports/'.length))
    return path === '/' ? sendIndex(response) : sendFile(response, path)
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    route(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The desk failed with an internal error.')
    })
  }
}
