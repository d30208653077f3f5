// The authorization endpoint: a page for a person in a browser. What a form posts is taken only with the cookie that
// the page set and the number of the request that it shows, so that no other site can answer in a person's name.
import { timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { z } from 'zod'
import { type McpPlaces, OAUTH_PATHS } from '../place.ts'
import type { SandboxUser } from '../users.ts'
import type { Clients } from './clients.ts'
import { digestOf, type Grants, newToken } from './grants.ts'
import { refusalAnswer, signInAnswer } from './sign-in-page.ts'

export type AuthorizeDeps = {
  readonly clients: Clients
  readonly grants: Grants
  readonly users: ReadonlyMap<string, SandboxUser>
  readonly places: () => McpPlaces
  readonly now: () => number
}

type Pending = {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly state: string | null
  readonly resource: string
  readonly cookieDigest: string
  readonly untilMs: number
}

/** One for each request, so that pages that are open side by side do not take each other's. */
const cookieName = (requestId: string): string => `sandbox_sign_in_${requestId}`
const PENDING_MS = 10 * 60_000
const PENDING_MAX = 1000

const AnswerSchema = z.object({ request: z.string(), user: z.string(), decision: z.enum(['allow', 'deny']) })

const cookieOf = (request: Request, name: string): string =>
  parse(request.headers.get('cookie') ?? '', name)[name] ?? ''

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

export const createAuthorize = ({ clients, grants, users, places, now }: AuthorizeDeps) => {
  const pending = new Map<string, Pending>()

  const sendBack = (redirectUri: string, parameters: Record<string, string | null>): Response => {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...parameters, iss: places().issuer })) {
      if (value !== null) url.searchParams.set(name, value)
    }
    return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
  }

  /** An error in a request whose client and redirect are known: it is sent to the client. */
  const faultOf = (query: URLSearchParams): [error: string, description: string] | undefined => {
    const resource = query.get('resource')
    if (query.get('response_type') !== 'code') return ['unsupported_response_type', 'response_type must be code']
    if (query.get('code_challenge_method') !== 'S256') return ['invalid_request', 'code_challenge_method must be S256']
    if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return ['invalid_request', 'code_challenge is not one']
    if (resource !== null && resource !== places().resource) return ['invalid_target', 'resource is not this server']
    return undefined
  }

  const ask = (query: URLSearchParams): Response => {
    const client = clients.find(query.get('client_id') ?? '')
    if (client === undefined) return refusalAnswer('The client is not registered here.')
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!client.redirectUris.includes(redirectUri)) return refusalAnswer('The redirect address is not registered.')
    const state = query.get('state')
    const fault = faultOf(query)
    if (fault !== undefined) return sendBack(redirectUri, { error: fault[0], error_description: fault[1], state })
    const id = newToken('request')
    const cookie = newToken('sign_in')
    pending.set(id, {
      clientId: client.id,
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      state,
      resource: places().resource,
      cookieDigest: digestOf(cookie),
      untilMs: now() + PENDING_MS,
    })
    for (const oldest of pending.keys()) if (pending.size > PENDING_MAX) pending.delete(oldest)
    const setCookie = `${cookieName(id)}=${cookie}; Path=${OAUTH_PATHS.authorize}; HttpOnly; SameSite=Strict; Max-Age=600`
    return signInAnswer({ id, clientName: client.name, redirectUri, users: [...users.values()], setCookie })
  }

  const decide = (form: URLSearchParams, request: Request): Response => {
    const answer = AnswerSchema.safeParse(Object.fromEntries(form)).data
    const asked = answer === undefined ? undefined : pending.get(answer.request)
    const isOwn =
      asked !== undefined && isSame(asked.cookieDigest, digestOf(cookieOf(request, cookieName(answer?.request ?? ''))))
    if (answer === undefined || asked === undefined || !isOwn) {
      return refusalAnswer('This page is not the one that asked. Begin again from your assistant.', 403)
    }
    pending.delete(answer.request)
    const { clientId, redirectUri, challenge, state, resource } = asked
    if (asked.untilMs <= now()) return refusalAnswer('This took too long. Begin again from your assistant.')
    if (answer.decision === 'deny') return sendBack(redirectUri, { error: 'access_denied', state })
    if (!users.has(answer.user)) return refusalAnswer('There is no such person here.')
    const grant = { clientId, userId: answer.user, resource, isRevoked: false }
    return sendBack(redirectUri, { code: grants.issueCode({ grant, redirectUri, challenge }), state })
  }

  return { ask, decide }
}
