// A whole desk in this process that receives, with one brand and its secret, and senders over real sockets.
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { ReopeningOptions } from '../../src-main/reopening.ts'
import { openTestDesk } from './composed-desk.ts'
import { storeThreads } from './store-threads.ts'
import { engineTeam } from './team-engine.ts'
import { homePaths, tempHome } from './temp-home.ts'
import { addBrands } from './webhooks-brands.ts'

export type Answer = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}
export type Sent = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

/** One request on a connection of its own. */
export const post = (url: string, { method = 'POST', headers = {}, body = '' }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Writes these bytes as they are and resolves with all that came back once the other side has closed. */
export const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  let got = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    got += chunk
  })
  await once(socket, 'close')
  return got
}

export const article = (slug: string, more: object = {}) =>
  JSON.stringify({ event: 'article.published', article: { title: `Title of ${slug}`, slug }, ...more })

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })

/** A desk that receives on a free port. `url` and `secret` are of the first brand. */
export const openReceivingDesk = async (
  options: Partial<ReopeningOptions> & { readonly names?: readonly string[] } = {},
) => {
  const { names = ['Acme', 'Beta'], ...rest } = options
  const paths = options.home === undefined ? tempHome() : homePaths(options.home)
  const ids = await addBrands(paths, names, { ...storeThreads(), team: await engineTeam(paths.home) })
  const desk = await openTestDesk({ ...rest, home: paths.home, isReceiverWanted: true })
  const brandId = ids[0] ?? ''
  const { secret, url } = await desk.call('webhooks.rotateSecret', { brandId, sessionOnly: true })
  const { port } = await desk.call('webhooks.status', {})
  return {
    ...desk,
    paths,
    ids,
    brandId,
    secret,
    url,
    port,
    /** An article to the first brand's path. */
    send: (slug: string, more: Sent = {}) =>
      post(url, { body: article(slug), ...more, headers: { ...bearer(secret), ...more.headers } }),
    deliveries: async () => (await desk.call('webhooks.deliveries', {})).rows,
  }
}
