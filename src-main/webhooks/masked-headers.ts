import type { IncomingMessage } from 'node:http'

const SECRET_NAMES = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** The headers as they came, with the secret masked wherever it stands. */
export const maskedHeaders = ({ rawHeaders }: IncomingMessage, secret: string): [string, string][] => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    const lower = name.toLowerCase()
    if (lower === 'authorization') headers.push([name, 'Bearer ***'])
    else headers.push([name, SECRET_NAMES.has(lower) ? '***' : value.replaceAll(secret, '***')])
  }
  return headers
}
