// A service that means harm, or is broken in the worst way: it proves each key, and then answers each request as it is set to.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

const MB = 1024 * 1024

/** Packs to a thousandth, or to less. */
const zeros = Buffer.alloc(256 * MB, '0')
const once1536 = () => {
  const part = gzipSync(zeros, { level: 9 })
  return Buffer.concat([part, part, part, part, part, part])
}

/** Writes until the receiver goes away; waits where it does not read. */
const flood = async (response: ServerResponse, chunk: Buffer, pauseMs = 0): Promise<void> => {
  const gone = once(response, 'close')
  let isGone = false
  void gone.then(() => {
    isGone = true
  })
  while (!isGone) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), gone])
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const filled = (item: (at: number) => string, bytes: number): Buffer => {
  const items: string[] = []
  for (let size = 0, at = 0; size < bytes; at += 1) {
    const text = item(at)
    size += text.length + 1
    items.push(text)
  }
  return Buffer.from(`{"keywords":[${items.join(',')}],"prospects":[],"nextCursor":null}`)
}

type Way = (response: ServerResponse) => void
const json = { 'content-type': 'application/json' }
const packed =
  (encoding: string, make: () => Buffer): (() => Way) =>
  () => {
    const body = make()
    return (response) => void response.writeHead(200, { ...json, 'content-encoding': encoding }).end(body)
  }
const whole =
  (make: () => Buffer): (() => Way) =>
  () => {
    const body = make()
    return (response) => void response.writeHead(200, json).end(body)
  }

/** What it can do to a desk. */
export const HARMS = {
  'a gzip body of 1.5 GB': packed('gzip', once1536),
  'a brotli body of 256 MB': packed('br', () =>
    brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ),
  'a body without an end': () => (response) => void flood(response.writeHead(200, json), zeros.subarray(0, MB)),
  'a body that drips': () => (response) => void flood(response.writeHead(200, json), zeros.subarray(0, 64 * 1024), 20),
  'large replies': whole(() => filled((at) => `{"keyword":"${'x'.repeat(400)}${at}"}`, 15 * MB)),
  'millions of empty lists': whole(() => filled(() => '[]', 15 * MB)),
  'millions of names': whole(() => filled((at) => `{"k${at}":1}`, 15 * MB)),
  'very deep lists': whole(() => Buffer.from(`{"keywords":${'['.repeat(7 * MB)}${']'.repeat(7 * MB)}}`)),
  'pages without an end': () => {
    let page = 0
    return (response) => {
      page += 1
      response.writeHead(200, json).end(`{"nextCursor":"c${page}","total":1,"pad":"${'x'.repeat(MB)}"}`)
    }
  },
} satisfies Readonly<Record<string, () => Way>>

export const startHostileService = async () => {
  let harm: Way | undefined
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    if (harm === undefined || request.url?.includes('/connectors') === true) {
      // Not the key itself, which the desk would mask.
      const brandId = createHash('sha256').update(`${request.headers.authorization}`).digest('hex')
      response.writeHead(200, json).end(JSON.stringify({ brandId, canManage: true, syncEnabled: true, tools: [] }))
    } else harm(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    begin: (name: keyof typeof HARMS) => {
      harm = HARMS[name]()
    },
    /** Every request ends, as cut. */
    end: () => {
      harm = (response) => void response.destroy()
      server.closeAllConnections()
    },
  }
}
