// Who may speak to the web shell. An address holds a token that opens one session, once; the session lives in a
// cookie that scripts cannot read and other sites cannot send. Both are kept as hashes, in memory alone.
import { createHash, randomBytes } from 'node:crypto'

const MAX_TOKENS = 32
const MAX_SESSIONS = 64

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Keeps the newest `max` of what was added, so that nothing grows without bound. */
const createNewest = (max: number) => {
  const known = new Set<string>()
  return {
    add: () => {
      const secret = randomBytes(32).toString('base64url')
      known.add(hash(secret))
      const oldest = known.values().next().value
      if (known.size > max && oldest !== undefined) known.delete(oldest)
      return secret
    },
    // Looked up by its hash: the time this takes says nothing about the secret.
    has: (secret: string) => known.has(hash(secret)),
    take: (secret: string) => known.delete(hash(secret)),
  }
}

export type Sessions = {
  readonly newToken: () => string
  /** The session a token opens; null where it was never given out, or was used. */
  readonly exchange: (token: string) => string | null
  readonly isKnown: (session: string) => boolean
}

export const createSessions = (): Sessions => {
  const tokens = createNewest(MAX_TOKENS)
  const sessions = createNewest(MAX_SESSIONS)
  return {
    newToken: tokens.add,
    exchange: (token) => (tokens.take(token) ? sessions.add() : null),
    isKnown: sessions.has,
  }
}

/** The value of one cookie of a Cookie header. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  const pair = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair === undefined ? null : pair.trim().slice(name.length + 1)
}
