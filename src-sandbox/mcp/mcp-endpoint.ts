// Streamable HTTP: each request with a good token gets a server of its own for the person the token was given to.

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { bearerAuthChallengeResponse, createMcpHandler, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import type { AppEnv } from '../app-deps.ts'
import { bearerOf } from '../request-parts.ts'
import { createConnectorServer, type Session } from './connector-server.ts'
import type { Grant, Grants } from './oauth/grants.ts'
import type { McpPlaces } from './place.ts'
import type { ToolDeps } from './tool.ts'
import type { SandboxUser } from './users.ts'

type McpEndpointDeps = {
  readonly connector: ToolDeps
  readonly grants: Pick<Grants, 'grantOf'>
  readonly users: ReadonlyMap<string, SandboxUser>
  readonly places: () => McpPlaces
}

export const createMcpEndpoint = ({ connector, grants, users, places }: McpEndpointDeps) => {
  const handler = createMcpHandler(({ authInfo }) => {
    const session = authInfo?.extra?.session as Session // `serve` below is the only one that calls the handler
    return createConnectorServer(connector, session)
  })

  /** Throws `invalid_token` for none, for one that is not good now, and for one that was given for another address. */
  const signedIn = (header: string | undefined): { grant: Grant; user: SandboxUser } => {
    const token = bearerOf(header)
    const grant = token === undefined ? undefined : grants.grantOf(token)
    const user = grant === undefined ? undefined : users.get(grant.userId)
    if (grant === undefined || user === undefined || grant.resource !== places().resource) {
      throw new OAuthError(OAuthErrorCode.InvalidToken, token === undefined ? 'sign in first' : 'not a good token')
    }
    return { grant, user }
  }

  return {
    serve: async (context: Context<AppEnv>): Promise<Response> => {
      try {
        const { grant, user } = signedIn(context.req.header('authorization'))
        const entry = context.get('entry')
        const { outgoing } = context.env
        const session: Session = {
          user,
          onCall: (call) => void Object.assign(entry, call),
          cut: () => void outgoing.destroy(),
        }
        const authInfo = { token: '', clientId: grant.clientId, scopes: [], extra: { session } }
        const reply = await handler.fetch(context.req.raw, { authInfo })
        return outgoing.destroyed ? RESPONSE_ALREADY_SENT : reply
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        return bearerAuthChallengeResponse(error, { resourceMetadataUrl: places().resourceMetadata })
      }
    },
    close: handler.close,
  }
}
