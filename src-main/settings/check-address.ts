// Is this the service? Asked without a key, so that a wrong address learns nothing.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { AddressCheck } from '../../src-shared/desk/service.ts'
import type { ServiceProfile } from '../../src-shared/service/profile.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import { buildRequest } from '../service-client/build-request.ts'
import { isServiceError } from '../service-client/retry.ts'
import { type Outcome, type SendDeps, send } from '../service-client/send.ts'

export type CheckAddressDeps = Pick<SendDeps, 'getDispatcher' | 'clock'> & { readonly profile: () => ServiceProfile }

const TIMEOUT_MS = 10_000
const REPLY_BYTES_MAX = 1024 * 1024
const LOCATION_MAX = 200

const NOT_REACHED: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
}

const whyNotReached = ({ kind, code }: Exclude<Outcome, { kind: 'reply' }>): string => {
  if (kind === 'timeout' || kind === 'too-slow') return `it did not answer within ${TIMEOUT_MS / 1000} seconds`
  if (code === null) return 'the connection broke'
  return NOT_REACHED[code] ?? (kind === 'refused' ? `no connection (${code})` : `the connection broke (${code})`)
}

/** What came instead of the service's own refusal. */
const whatCame = ({ status, headers }: Extract<Outcome, { kind: 'reply' }>): string => {
  if (status >= 300 && status < 400) {
    const location = headers.location?.slice(0, LOCATION_MAX)
    return `a redirect (${status})${location === undefined ? '' : ` to ${location}`}. Enter the address it leads to`
  }
  if (status === 404) return 'not found (404). The path of the address may be wrong'
  if (headers['content-type']?.includes('html')) return `a web page (HTML, ${status})`
  if (status >= 200 && status < 300) return `${status}, although no key was sent`
  return `${status} without the error text of the service`
}

const REFUSALS = new Set([401, 403, 429])

const toCheck = (outcome: Outcome): AddressCheck => {
  if (outcome.kind !== 'reply') {
    const message = `This address cannot be reached: ${whyNotReached(outcome)}. Check it.`
    return { result: 'unreachable', message, status: null }
  }
  const { status } = outcome
  if (REFUSALS.has(status) && isServiceError(outcome))
    return { result: 'service', message: 'This address answers like the service.', status }
  return {
    result: 'other',
    message: `This address answers, but not like the service: ${whatCame(outcome)}.`,
    status,
  }
}

export const createCheckAddress =
  ({ getDispatcher, clock, profile }: CheckAddressDeps): Handlers['service.checkAddress'] =>
  async ({ baseUrl }) => {
    assertSafeBaseUrl(baseUrl)
    const wire = buildRequest(profile(), 'connectors.catalog', { baseUrl, request: { query: {} } })
    const limits = { timeoutMs: TIMEOUT_MS, replyBytesMax: REPLY_BYTES_MAX }
    return toCheck(
      await send({ getDispatcher, clock, ...limits }, wire, { key: null, signal: undefined, deadlineMs: TIMEOUT_MS }),
    )
  }
