// What the routes of the connector server and of its authorization server answer.
import { oauthMetadataResponse } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '../app-deps.ts'
import { createMcpEndpoint } from './mcp-endpoint.ts'
import { createAuthorize } from './oauth/authorize.ts'
import { createClients } from './oauth/clients.ts'
import { createGrants } from './oauth/grants.ts'
import { formOf, jsonOf, OAuthRefusal, oauthAnswer } from './oauth/http.ts'
import { answerRevocation, answerToken } from './oauth/token.ts'
import { type McpPlaces, mcpPathOf, mcpPlaces, OAUTH_PATHS } from './place.ts'
import { createUsers } from './users.ts'

/**
 * A page of another site that a turned name server led here says another Host, or its own Origin: it is refused before
 * anything else. Refusals in the words of OAuth are answered as such.
 */
const createGuard =
  (issuer: () => string) =>
  (work: (context: Context<AppEnv>) => Response | Promise<Response>) =>
  async (context: Context<AppEnv>): Promise<Response> => {
    const { req } = context
    const own = issuer()
    const origin = req.header('origin')
    const isOwn = req.header('host') === new URL(own).host && (origin === undefined || origin === own)
    if (!isOwn) return oauthAnswer({ error: 'invalid_request', error_description: 'another host or origin' }, 403)
    try {
      return await work(context)
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      return oauthAnswer({ error: error.code, error_description: error.message }, error.status)
    }
  }

const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${OAUTH_PATHS.authorize}`,
  token_endpoint: `${issuer}${OAUTH_PATHS.token}`,
  registration_endpoint: `${issuer}${OAUTH_PATHS.register}`,
  revocation_endpoint: `${issuer}${OAUTH_PATHS.revoke}`,
  revocation_endpoint_auth_methods_supported: ['none'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})

/** The documents of RFC 9728 and 8414 that lead a client from a 401 to the sign-in page. */
const answerMetadata = (request: Request, { issuer, resource }: McpPlaces): Response => {
  const options = { oauthMetadata: serverMetadata(issuer), resourceServerUrl: new URL(resource) }
  return oauthMetadataResponse(request, options) ?? oauthAnswer({ error: 'not_found' }, 404)
}

export const createMcpAnswers = (deps: AppDeps) => {
  const { brands, clock, profile, baseUrl } = deps
  const places = () => mcpPlaces(baseUrl(), mcpPathOf(profile))
  const clients = createClients(clock.now)
  const grants = createGrants(clock.now)
  const users = createUsers(brands)
  const authorize = createAuthorize({ clients, grants, users, places, now: clock.now })
  const endpoint = createMcpEndpoint({ connector: deps, grants, users, places })
  const guarded = createGuard(baseUrl)
  return {
    mcp: guarded(endpoint.serve),
    metadata: guarded(({ req }) => answerMetadata(req.raw, places())),
    ask: guarded(({ req }) => authorize.ask(new URL(req.url).searchParams)),
    decide: guarded(async ({ req }) => authorize.decide(await formOf(req.raw), req.raw)),
    register: guarded(async ({ req }) => oauthAnswer(clients.register(await jsonOf(req.raw)), 201)),
    token: guarded(async ({ req }) => oauthAnswer(answerToken(await formOf(req.raw), { clients, grants }))),
    revoke: guarded(async ({ req }) => {
      answerRevocation(await formOf(req.raw), { clients, grants })
      return new Response(null, { headers: { 'cache-control': 'no-store' } })
    }),
    close: endpoint.close,
  }
}
