import { maskSecretsInText, mayHoldSecret } from './mask-secrets.ts'

const SECRET_NAMES = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** Headers as JSON, in the order they came, webhook secrets masked; those named `omitted` (lower case) left out. */
export const maskedHeaders = (rawHeaders: readonly string[], omitted: string): string => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const lower = name.toLowerCase()
    if (lower === omitted) continue
    if (lower === 'authorization') headers.push([name, 'Bearer ***'])
    else headers.push([name, SECRET_NAMES.has(lower) ? '***' : (rawHeaders[at + 1] ?? '')])
  }
  const text = JSON.stringify(headers)
  if (!mayHoldSecret(text)) return text
  return JSON.stringify(headers.map(([name, value]) => [maskSecretsInText(name), maskSecretsInText(value)]))
}
