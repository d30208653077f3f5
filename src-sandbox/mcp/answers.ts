// What the routes of the connector server and of its authorization server answer.
import type { AppDeps } from '../app.ts'
import { createGuard } from './guard.ts'
import { createMcpEndpoint } from './mcp-endpoint.ts'
import { createAuthorize } from './oauth/authorize.ts'
import { createClients } from './oauth/clients.ts'
import { createGrants } from './oauth/grants.ts'
import { formOf, jsonOf, oauthAnswer } from './oauth/http.ts'
import { answerMetadata } from './oauth/metadata.ts'
import { answerRevocation } from './oauth/revoke.ts'
import { answerToken } from './oauth/token.ts'
import { mcpPathOf, mcpPlaces } from './place.ts'
import { createUsers } from './users.ts'

export const createMcpAnswers = (deps: AppDeps) => {
  const { brands, clock, profile, baseUrl } = deps
  const places = () => mcpPlaces(baseUrl(), mcpPathOf(profile))
  const clients = createClients()
  const grants = createGrants(clock.now)
  const users = createUsers(brands.list)
  const authorize = createAuthorize({ clients, grants, users, places, now: clock.now })
  const endpoint = createMcpEndpoint({ connector: deps, grants, users, places })
  const guarded = createGuard(baseUrl)
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  return {
    mcp: guarded(endpoint.serve),
    metadata: guarded(({ req }) => answerMetadata(req.raw, places())),
    ask: guarded(({ req }) => authorize.ask(new URL(req.url).searchParams)),
    decide: guarded(async ({ req }) => authorize.decide(await formOf(req.raw), req.raw)),
    register: guarded(async ({ req }) => oauthAnswer(clients.register(await jsonOf(req.raw), nowSeconds()), 201)),
    token: guarded(async ({ req }) => oauthAnswer(answerToken(await formOf(req.raw), { clients, grants }))),
    revoke: guarded(async ({ req }) => {
      answerRevocation(await formOf(req.raw), { clients, grants })
      return new Response(null, { headers: { 'cache-control': 'no-store' } })
    }),
    close: endpoint.close,
  }
}
