import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export type Answer = (response: ServerResponse, request: SeenRequest) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** A real HTTP server on 127.0.0.1 that answers by script, one answer a request, the last one for all that follow. */
export const startScriptedServer = async (...answers: Answer[]) => {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    const answer = answers[Math.min(seen.length, answers.length - 1)]
    seen.push(one)
    answer?.(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so the address is an object
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  onTestFinished(close)
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close }
}
