import type { Context } from 'hono'
import type { AppEnv } from '../app.ts'
import { oauthAnswer } from './oauth/http.ts'
import { OAuthRefusal } from './oauth/oauth-error.ts'

export type Answer = (context: Context<AppEnv>) => Promise<Response>

/**
 * A page of another site that a turned name server led here says another Host, or its own Origin: it is refused before
 * anything else. Refusals in the words of OAuth are answered as such.
 */
export const createGuard =
  (issuer: () => string) =>
  (work: (context: Context<AppEnv>) => Response | Promise<Response>): Answer =>
  async (context) => {
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
