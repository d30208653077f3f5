import { oauthMetadataResponse } from '@modelcontextprotocol/server'
import { type McpPlaces, OAUTH_PATHS } from '../place.ts'
import { oauthAnswer } from './http.ts'

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
export const answerMetadata = (request: Request, { issuer, resource }: McpPlaces): Response => {
  const options = { oauthMetadata: serverMetadata(issuer), resourceServerUrl: new URL(resource) }
  return oauthMetadataResponse(request, options) ?? oauthAnswer({ error: 'not_found' }, 404)
}
