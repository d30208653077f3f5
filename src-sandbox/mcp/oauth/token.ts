import { z } from 'zod'
import type { Clients } from './clients.ts'
import { digestOf, type Grant, type Grants } from './grants.ts'
import { OAuthRefusal } from './http.ts'

const CodeRequestSchema = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  resource: z.string().optional(),
})
const RefreshRequestSchema = z.object({
  grant_type: z.literal('refresh_token'),
  client_id: z.string(),
  refresh_token: z.string(),
  resource: z.string().optional(),
})
const TokenRequestSchema = z.discriminatedUnion('grant_type', [CodeRequestSchema, RefreshRequestSchema])
type TokenRequest = z.infer<typeof TokenRequestSchema>

const GRANT_TYPES: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token'])

const parsed = (form: URLSearchParams): TokenRequest => {
  const names = [...form.keys()]
  if (new Set(names).size !== names.length) throw new OAuthRefusal('invalid_request', 'a parameter is repeated')
  if (!GRANT_TYPES.has(form.get('grant_type') ?? '')) throw new OAuthRefusal('unsupported_grant_type', 'grant_type')
  const result = TokenRequestSchema.safeParse(Object.fromEntries(form))
  if (result.success) return result.data
  throw new OAuthRefusal('invalid_request', z.prettifyError(result.error))
}

export type TokenDeps = { readonly clients: Clients; readonly grants: Grants }

/** The answer of the token endpoint. Throws the refusals of RFC 6749 and 8707. */
export const answerToken = (form: URLSearchParams, { clients, grants }: TokenDeps) => {
  const request = parsed(form)
  if (clients.find(request.client_id) === undefined) throw new OAuthRefusal('invalid_client', 'unknown client_id', 401)
  const assertMeant = (grant: Grant): void => {
    if (grant.clientId !== request.client_id) {
      grant.isRevoked = true
      throw new OAuthRefusal('invalid_grant', 'it was given to another client')
    }
    if (request.resource !== undefined && request.resource !== grant.resource) {
      throw new OAuthRefusal('invalid_target', 'resource: is not the one that was allowed')
    }
  }
  const grantOfRequest = (): Grant => {
    if (request.grant_type === 'refresh_token') return grants.spendRefreshToken(request.refresh_token, assertMeant)
    const { grant, redirectUri, challenge } = grants.spendCode(request.code)
    // the digest is the S256 challenge of a PKCE verifier (RFC 7636)
    const isMeant = redirectUri === request.redirect_uri && challenge === digestOf(request.code_verifier)
    if (!isMeant) throw new OAuthRefusal('invalid_grant', 'redirect_uri or code_verifier is not the one of this code')
    assertMeant(grant)
    return grant
  }
  return grants.issueTokens(grantOfRequest())
}

const RevocationSchema = z.object({ token: z.string().min(1).max(2000), client_id: z.string() })

/**
 * Token revocation (RFC 7009): the grant ends with either of its tokens, so that the other one ends as well. A token that
 * is not known needs no ending; the hint of its kind is not needed to find it. Throws the refusals of section 2.2.
 */
export const answerRevocation = (form: URLSearchParams, { clients, grants }: TokenDeps): void => {
  const request = RevocationSchema.safeParse(Object.fromEntries(form))
  if (!request.success) throw new OAuthRefusal('invalid_request', z.prettifyError(request.error))
  const { token, client_id: clientId } = request.data
  if (clients.find(clientId) === undefined) throw new OAuthRefusal('invalid_client', 'unknown client_id', 401)
  const grant = grants.grantBehind(token)
  if (grant === undefined) return
  if (grant.clientId !== clientId) throw new OAuthRefusal('invalid_grant', 'it was given to another client')
  grant.isRevoked = true
}
