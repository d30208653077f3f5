// Sessions of the web shell: a request needs one that a token opened. The page makes its session id itself, so that its
// first request opens it. Sessions are in the memory of this process and end with it.
import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_PATTERN, TOKEN_HEADER } from '../../../src-shared/desk/values/web-session.ts'
import type { Clock } from '../../base/clock.ts'
import { createOneTimeSecrets, hashSecret } from './one-time.ts'

const TOKEN_LIFE_MS = 10 * 60_000
const SESSIONS_MAX = 64

export const createSessions = (clock: Pick<Clock, 'now'>) => {
  const tokens = createOneTimeSecrets<true>({ lifeMs: TOKEN_LIFE_MS, max: 1, clock })
  // By their hashes: the time of a look-up reveals nothing about a session.
  const open = new Set<string>()
  const add = (hash: string): void => {
    open.add(hash)
    const [oldest] = open
    if (open.size > SESSIONS_MAX && oldest !== undefined) open.delete(oldest)
  }
  return {
    /** For one printed address: it opens one session within 10 minutes. The tokens before it end. */
    newToken: (): string => tokens.issue(true),
    /** Whether these headers carry an open session, or a new one with a token that opens it. */
    admits: (headers: IncomingHttpHeaders): boolean => {
      const session = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      if (!SESSION_PATTERN.test(session)) return false
      const hash = hashSecret(session)
      if (open.has(hash)) return true
      const token = headers[TOKEN_HEADER]
      if (typeof token !== 'string' || tokens.take(token) === null) return false
      add(hash)
      return true
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
