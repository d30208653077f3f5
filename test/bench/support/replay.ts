// A service without work of its own: every reply is asked of the sandbox once, then given from memory. So what a bench
// measures is the desk, not the time the sandbox takes to make rankings up. `/next` changes the figures of every row of
// every later reply, and changes them back the next time. What is not a read goes on to the sandbox. Run as a child; ends with
// its parent.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Kept = { readonly status: number; readonly body: Buffer; readonly changed: Buffer }

const [sandboxUrl = ''] = process.argv.slice(2)
const kept = new Map<string, Promise<Kept>>()
let isChanged = false
let asked: { path: string; authorization: string; atMs: number }[] = []

/** Every row with other clicks and another position. */
const change = (body: string): string =>
  body
    .replaceAll(/"clicks":(\d+)/g, (_, clicks) => `"clicks":${Number(clicks) + 1}`)
    .replaceAll(/"position":([1-9])/g, (_, digit) => `"position":${digit === '9' ? 1 : Number(digit) + 1}`)

const fromSandbox = async (path: string, authorization: string): Promise<Kept> => {
  const response = await fetch(`${sandboxUrl}${path}`, { headers: { authorization } })
  const text = await response.text()
  return { status: response.status, body: Buffer.from(text), changed: Buffer.from(change(text)) }
}

const OUTREACH = '/v3/outreach/'

/** What the brand reads of outreach from now on is asked again. */
const sendOn = async (request: IncomingMessage, path: string): Promise<Kept> => {
  const { method = '', headers } = request
  const { authorization = '', 'content-type': contentType = 'application/json' } = headers
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  const sent = { authorization, 'content-type': contentType }
  const response = await fetch(`${sandboxUrl}${path}`, { method, headers: sent, body: Buffer.concat(chunks) })
  const body = Buffer.from(await response.arrayBuffer())
  for (const key of kept.keys()) if (key.startsWith(`${authorization} ${OUTREACH}`)) kept.delete(key)
  return { status: response.status, body, changed: body }
}

const answer = (request: IncomingMessage): Promise<Kept> => {
  const { url: path = '/', headers, method } = request
  if (path === '/asked') {
    const body = Buffer.from(JSON.stringify(asked))
    asked = []
    return Promise.resolve({ status: 200, body, changed: body })
  }
  if (path === '/next') {
    isChanged = !isChanged
    return Promise.resolve({ status: 200, body: Buffer.from('{}'), changed: Buffer.from('{}') })
  }
  const { authorization = '' } = headers
  asked.push({ path, authorization, atMs: Date.now() })
  if (method !== 'GET') return sendOn(request, path)
  const key = `${authorization} ${path}`
  const known = kept.get(key) ?? fromSandbox(path, authorization)
  kept.set(key, known)
  return known
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body: same, changed }) => {
      const body = isChanged ? changed : same
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body)
    },
    () => response.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // it listens on a port
  process.send?.({ baseUrl: `http://127.0.0.1:${port}` })
})
process.once('disconnect', () => process.exit(0))
