// The sandbox behind a proxy that puts the request's key into every reply: into each object, and into each text.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const formsOf = (key: string): string[] => [
  key,
  ...[0, 1, 2].map((before) => Buffer.from(`${'x'.repeat(before)}${key}, see above`).toString('base64')),
  Buffer.from(`?>?>${key}`).toString('base64url'),
  Buffer.from(key).toString('hex'),
  Buffer.from(key).toString('hex').toUpperCase(),
]

const TEXTS = new Set(['title', 'label', 'description', 'keyword', 'name', 'message', 'error'])

const withEcho = (value: unknown, forms: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => withEcho(one, forms))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [
    name,
    typeof one === 'string' && TEXTS.has(name) ? `${one} ${forms.join(' ')}` : withEcho(one, forms),
  ])
  return { ...Object.fromEntries(entries), echo: forms }
}

export const startEchoingService = async (serviceUrl: string) => {
  let echoed = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding yields buffers
    const { authorization = '', 'content-type': type } = request.headers
    const reply = await fetch(serviceUrl + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    const json = withEcho(await reply.json(), formsOf(authorization.slice('Bearer '.length)))
    echoed += 1
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // TCP
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    echoed: () => echoed,
    close: async () => {
      const closed = once(server, 'close')
      server.close().closeAllConnections()
      await closed
    },
  }
}
