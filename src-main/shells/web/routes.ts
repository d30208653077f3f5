// The routes of the web shell. A request is answered only with our own Host (against DNS rebinding) and no foreign Origin.
// The page is public and holds no data; calls, events and downloads need the page's session. There are no cookies (they
// are sent to every port) and no CORS.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Desk } from '../../desk.ts'
import { plainPage, preparePage } from '../page.ts'
import { createStaticFiles } from '../static-files.ts'
import { API_PATH, type ApiOptions, createApi } from './api.ts'
import type { EventStreams } from './events.ts'
import { sendExport } from './exports.ts'
import { createOneTimeSecrets } from './one-time.ts'
import { refuse, send, sendPage } from './respond.ts'
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

const NOT_OUR_PAGE = 'The desk answers its own page only. Nothing was done. Reload the page, then try again.'

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
  const actions: ApiOptions['actions'] = {
    downloads: (input) => {
      const wanted = DownloadSchema.safeParse(input)
      if (wanted.success) return { ok: true, value: { path: `/exports/${downloads.issue(wanted.data.fileName)}` } }
      return { ok: false, error: { kind: 'invalid', message: 'A download needs a file name.' } }
    },
  }
  const api = createApi({ desk, streams, actions })
  const answerApi = async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    if (!sessions.admits(request.headers)) return refuse(response, 401, 'Open the desk by the address that it printed.')
    // Browsers send Origin with every POST; a request without one comes from no page of ours.
    if (request.method === 'POST' && request.headers.origin !== origin) return refuse(response, 403, NOT_OUR_PAGE)
    return api(request, response, name)
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
    if (headers.origin !== undefined && headers.origin !== origin) return refuse(response, 403, NOT_OUR_PAGE)
    const url = URL.parse(request.url ?? '', origin)
    if (url === null || url.origin !== origin) return refuse(response, 400, 'The address is malformed.')
    const path = url.pathname
    if (path.startsWith(API_PATH)) return answerApi(request, response, path.slice(API_PATH.length))
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
