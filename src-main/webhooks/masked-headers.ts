import type { IncomingMessage } from 'node:http'
import { maskSecretsInText } from './mask-secrets.ts'

const SECRET_NAMES = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** The headers as they came, with webhook secrets masked. */
export const maskedHeaders = ({ rawHeaders }: IncomingMessage): [string, string][] => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    const lower = name.toLowerCase()
    if (lower === 'authorization') headers.push([name, 'Bearer ***'])
    else headers.push([maskSecretsInText(name), SECRET_NAMES.has(lower) ? '***' : maskSecretsInText(value)])
  }
  return headers
}
