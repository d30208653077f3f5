import { z } from 'zod'
import { OAuthRefusal } from './oauth-error.ts'
import type { TokenDeps } from './token.ts'

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
