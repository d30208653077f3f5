// Checks of a request's head, in this order: Host, Origin, method, path, secret, length. The body has not been read yet.
import type { IncomingMessage } from 'node:http'
import type { REFUSALS } from '../../src-shared/desk/webhooks.ts'
import type { SecretMatch } from './secret-match.ts'

export type RefusalReason = (typeof REFUSALS)[number]
export type Refused = {
  readonly status: number
  readonly reason: RefusalReason
  readonly message: string
  readonly brandId: string | null
}
export type Admitted = SecretMatch & { readonly path: string }

export const BODY_BYTES_MAX = 1024 * 1024

export type HeadRules = {
  readonly isAllowedHost: (name: string, localAddress: string | undefined) => boolean
  /** The brand of a path's last part; null where there is none. */
  readonly brandOfSlug: (slug: string) => string | null
  /** The brand that a secret opens, of a path as `Head` has it. */
  readonly match: (secret: string, brandId: string | null | undefined) => SecretMatch | null
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Loopback names, the address that was connected to, and the allowed names of tunnels. */
export const createHostCheck =
  (allowedHosts: () => readonly string[]): HeadRules['isAllowedHost'] =>
  (name, localAddress) => {
    if (LOOPBACK.has(name) || allowedHosts().includes(name)) return true
    const address = localAddress?.replace(/^::ffff:/, '')
    return address !== undefined && (name === address || name === `[${address}]`)
  }

/** Every value under a name; Node itself would drop or join the second of a doubled header. */
const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? ''
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]/\s@]+)(:\d{1,5})?$/i
const hostName = (values: readonly string[]): string | null =>
  values.length === 1 ? (HOST.exec(values[0] ?? '')?.[1]?.toLowerCase() ?? null) : null

const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i
const bearerOf = (values: readonly string[]): string | null =>
  values.length === 1 ? (BEARER.exec(values[0] ?? '')?.[1] ?? null) : null

const PREFIX = '/hooks/'
const isHookPath = (path: string): boolean => `${path}/` === PREFIX || path.startsWith(PREFIX)
const brandOfPath = (path: string, brandOfSlug: HeadRules['brandOfSlug']): Head['brandId'] =>
  path.startsWith(PREFIX) ? (brandOfSlug(path.slice(PREFIX.length)) ?? undefined) : null

export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split(/[?#]/, 1)[0] ?? '/'

export type Head = {
  /** Whose path this is: a brand's; null for the plain path, any brand's; undefined for a slug that no brand has. */
  readonly brandId: string | null | undefined
  readonly path: string
}

/** Host, Origin, method and path. */
export const checkAddress = (request: IncomingMessage, rules: HeadRules): Head | Refused => {
  const path = pathOf(request)
  const brandId = brandOfPath(path, rules.brandOfSlug)
  const refuse = (status: number, reason: RefusalReason, message: string): Refused => ({
    status,
    reason,
    message,
    brandId: brandId ?? null,
  })
  const host = hostName(valuesOf(request, 'host'))
  if (host === null || !rules.isAllowedHost(host, request.socket.localAddress)) {
    return refuse(403, 'foreign-host', 'This host name is not served here. Allow it in the settings of webhooks.')
  }
  if (valuesOf(request, 'origin').length > 0) return refuse(403, 'origin', 'Web pages may not send here.')
  if (request.method !== 'POST') return refuse(405, 'method', 'Only POST is accepted.')
  if (!isHookPath(path)) return refuse(404, 'not-found', 'There is no such path here.')
  return { brandId, path }
}

/** An unknown slug gets the same answer after the same work, so that nobody learns which brands exist. */
export const wrongSecret = (brandId: Head['brandId']): Refused => ({
  status: 401,
  reason: brandId === undefined ? 'not-found' : 'unauthorized',
  message: 'The secret is missing or wrong.',
  brandId: brandId ?? null,
})

/** The secret, and the length that the sender declares. */
export const admit = (request: IncomingMessage, { brandId, path }: Head, rules: HeadRules): Admitted | Refused => {
  const secret = bearerOf(valuesOf(request, 'authorization'))
  const match = secret === null ? null : rules.match(secret, brandId)
  if (secret === null || match === null) return wrongSecret(brandId)
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    return { status: 413, reason: 'too-large', message: 'The body may have 1 MiB at most.', brandId: match.brandId }
  }
  return { ...match, path }
}

export const isRefused = <Value extends object>(value: Value | Refused): value is Refused =>
  'status' in value && 'reason' in value
