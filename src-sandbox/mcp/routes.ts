// The connector server and its authorization server, on the sandbox's own address. A page of another site that was led
// here by its name server says another Host, and is refused before anything else.
import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  readRequestBody,
} from '@modelcontextprotocol/server'
import type { Context, Hono } from 'hono'
import type { AppDeps, AppEnv } from '../app.ts'
import type { LoggedRequest } from '../state/request-log.ts'
import { createConnectorServer, type Session } from './connector-server.ts'
import { createAuthorize } from './oauth/authorize.ts'
import { createClients } from './oauth/clients.ts'
import { createGrants } from './oauth/grants.ts'
import { OAuthRefusal } from './oauth/oauth-error.ts'
import { answerToken } from './oauth/token.ts'
import { mcpPathOf, mcpPlaces, OAUTH_PATHS } from './place.ts'
import { createUsers } from './users.ts'

const BODY_BYTES_MAX = 64 * 1024

const oauthAnswer = (value: object, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' },
  })

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${OAUTH_PATHS.authorize}`,
  token_endpoint: `${issuer}${OAUTH_PATHS.token}`,
  registration_endpoint: `${issuer}${OAUTH_PATHS.register}`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})

const bodyText = async (request: Request, contentType: string): Promise<string> => {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== contentType) throw new OAuthRefusal('invalid_request', `the body must be ${contentType}`)
  const body = await readRequestBody(request, BODY_BYTES_MAX)
  if (body.tooLarge) throw new OAuthRefusal('invalid_request', 'the body is too large', 413)
  return body.text
}

export const addMcpRoutes = (app: Hono<AppEnv>, deps: AppDeps): { close: () => Promise<void> } => {
  const { brands, clock, profile, baseUrl } = deps
  const mcpPath = mcpPathOf(profile)
  const places = () => mcpPlaces(baseUrl(), mcpPath)
  const clients = createClients()
  const grants = createGrants(clock.now)
  const users = createUsers(brands.list)
  const authorize = createAuthorize({ clients, grants, users, places, now: clock.now })

  const refusedOrigin = ({ req }: Context<AppEnv>): Response | undefined => {
    const { issuer } = places()
    const origin = req.header('origin')
    const isOwn = req.header('host') === new URL(issuer).host && (origin === undefined || origin === issuer)
    return isOwn
      ? undefined
      : oauthAnswer({ error: 'invalid_request', error_description: 'another host or origin' }, 403)
  }

  const guarded =
    (work: (context: Context<AppEnv>) => Response | Promise<Response>) => async (context: Context<AppEnv>) => {
      try {
        return refusedOrigin(context) ?? (await work(context))
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error
        return oauthAnswer({ error: error.code, error_description: error.message }, error.status)
      }
    }

  const handler = createMcpHandler(({ authInfo }) => {
    const session = authInfo?.extra?.session as Session // this file is the only one that calls the handler
    return createConnectorServer(deps, session)
  })

  const sessionOf = (header: string | undefined, entry: LoggedRequest): { session: Session; clientId: string } => {
    const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
    const grant = token === undefined ? undefined : grants.grantOf(token)
    const user = grant === undefined ? undefined : users.get(grant.userId)
    if (grant === undefined || user === undefined || grant.resource !== places().resource) {
      throw new OAuthError(OAuthErrorCode.InvalidToken, token === undefined ? 'sign in first' : 'not a good token')
    }
    return { clientId: grant.clientId, session: { user, onCall: (call) => void Object.assign(entry, call) } }
  }

  const serveMcp = async (context: Context<AppEnv>): Promise<Response> => {
    try {
      const { session, clientId } = sessionOf(context.req.header('authorization'), context.get('entry'))
      return await handler.fetch(context.req.raw, { authInfo: { token: '', clientId, scopes: [], extra: { session } } })
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return bearerAuthChallengeResponse(error, { resourceMetadataUrl: places().resourceMetadata })
    }
  }

  const serveMetadata = ({ req }: Context<AppEnv>): Response => {
    const { issuer, resource } = places()
    const options = { oauthMetadata: metadataOf(issuer), resourceServerUrl: new URL(resource), resourceName: 'Sandbox' }
    return oauthMetadataResponse(req.raw, options) ?? oauthAnswer({ error: 'not_found' }, 404)
  }

  app.all(mcpPath, guarded(serveMcp))
  app.all('/.well-known/*', guarded(serveMetadata))
  app.get(
    OAUTH_PATHS.authorize,
    guarded(({ req }) => authorize.ask(new URL(req.url).searchParams)),
  )
  app.post(
    OAUTH_PATHS.authorize,
    guarded(async ({ req }) => {
      const text = await bodyText(req.raw, 'application/x-www-form-urlencoded')
      return authorize.decide(new URLSearchParams(text), req.raw)
    }),
  )
  app.post(
    OAUTH_PATHS.register,
    guarded(async ({ req }) => {
      const body = jsonOr(await bodyText(req.raw, 'application/json'))
      return oauthAnswer(clients.register(body, Math.floor(clock.now() / 1000)), 201)
    }),
  )
  app.post(
    OAUTH_PATHS.token,
    guarded(async ({ req }) => {
      const text = await bodyText(req.raw, 'application/x-www-form-urlencoded')
      return oauthAnswer(answerToken(new URLSearchParams(text), { clients, grants }))
    }),
  )
  return { close: handler.close }
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthRefusal('invalid_client_metadata', 'the body is not JSON')
  }
}
