// Sends requests to our own receiver over real HTTP, as a sender would.
import { request } from 'node:http'
import { CHECK_HEADER, DELIVERY_HEADER, REACHABLE, SAMPLE_HEADER } from './hook-server.ts'
import { ARTICLE_PUBLISHED } from './parse-delivery.ts'

type Answer = { readonly status: number; readonly body: string; readonly deliveryId: string | null }

const TIMEOUT_MS = 5000
const ANSWER_CHARACTERS_MAX = 10_000

/** Not through `fetch`, which may use a proxy. */
const post = (url: string, headers: Record<string, string>, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false, timeout: TIMEOUT_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < ANSWER_CHARACTERS_MAX) text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const id = response.headers[DELIVERY_HEADER]
        resolve({ status: response.statusCode ?? 0, body: text, deliveryId: typeof id === 'string' ? id : null })
      })
    })
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    sent.on('error', reject)
    sent.end(body)
  })

type Sample = {
  readonly secret: string
  readonly checkToken: string
  readonly article: { slug: string; title: string }
}

export const sendSample = (url: string, { secret, checkToken, article }: Sample): Promise<Answer> => {
  const body = JSON.stringify({ event: ARTICLE_PUBLISHED, article })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', [SAMPLE_HEADER]: checkToken }
  return post(url, headers, body)
}

/** null where our receiver answers, else what happened instead. */
export const checkReachable = async (url: string, checkToken: string): Promise<string | null> => {
  try {
    const { status, body } = await post(url, { [CHECK_HEADER]: checkToken }, '')
    return status === 200 && body === REACHABLE ? null : `another program answers there (${status})`
  } catch (error) {
    // Errors of Node's net carry a code; any other value has none.
    return `no answer (${String((error as { code?: unknown } | null)?.code ?? 'cut off')})`
  }
}
