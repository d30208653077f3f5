import type { ServerResponse } from 'node:http'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { type Page, SECURITY_HEADERS } from '../page.ts'

type Headers = Readonly<Record<string, string>>

export const send = (response: ServerResponse, status: number, headers: Headers, body: string | Buffer): void => {
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export const sendPage = (response: ServerResponse, status: number, page: Page): void =>
  send(response, status, page.headers, page.html)

/** The envelope of the contract; an error of the desk is still an answer of the web server: 200. */
export const sendReply = (response: ServerResponse, status: number, reply: Reply<unknown>): void =>
  send(
    response,
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify(reply),
  )

/** A refusal by the web server itself, before the desk was asked. */
export const refuse = (response: ServerResponse, status: number, message: string): void => {
  // What is left of the body is not read: the connection ends with the answer.
  response.setHeader('connection', 'close')
  sendReply(response, status, { ok: false, error: { kind: status === 401 ? 'unauthorized' : 'invalid', message } })
}
