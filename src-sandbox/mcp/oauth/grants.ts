// What a person allowed a client, and the codes and tokens for it. All in memory, kept by their digests.
// A code or a refresh token that comes a second time was stolen: the whole grant ends with it.

import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../../src-shared/service/durations.ts'
import { OAuthRefusal } from './http.ts'

export type Grant = {
  readonly clientId: string
  readonly userId: string
  /** The address that its tokens are for. */
  readonly resource: string
  isRevoked: boolean
}

export type Code = {
  readonly grant: Grant
  readonly redirectUri: string
  readonly challenge: string
}

type Kept<Value> = { readonly value: Value; readonly untilMs: number; isUsed: boolean }

export const ACCESS_TOKEN_MS = HOUR_MS
const CODE_MS = 60_000
const REFRESH_TOKEN_MS = 30 * DAY_MS
const KEPT_MAX = 10_000
const TOKEN_BYTES = 32

/** An opaque random token. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(TOKEN_BYTES).toString('base64url')}`

/** Kept in place of the token, so that looking one up takes the same time for near misses. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const createVault = <Value>(prefix: string, lifetimeMs: number, now: () => number) => {
  const kept = new Map<string, Kept<Value>>()
  return {
    issue: (value: Value): string => {
      const token = newToken(prefix)
      kept.set(digestOf(token), { value, untilMs: now() + lifetimeMs, isUsed: false })
      for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest)
      return token
    },
    find: (token: string): Kept<Value> | undefined => kept.get(digestOf(token)),
  }
}

export const createGrants = (now: () => number) => {
  const codes = createVault<Code>('code', CODE_MS, now)
  const access = createVault<Grant>('at', ACCESS_TOKEN_MS, now)
  const refresh = createVault<Grant>('rt', REFRESH_TOKEN_MS, now)

  /** What `check` refuses is not spent. */
  const spend = <Value>(
    found: Kept<Value> | undefined,
    grantOf: (value: Value) => Grant,
    check: (grant: Grant) => void = () => undefined,
  ): Value => {
    if (found === undefined) throw new OAuthRefusal('invalid_grant', 'it is not known')
    const grant = grantOf(found.value)
    if (found.isUsed) grant.isRevoked = true
    if (grant.isRevoked) throw new OAuthRefusal('invalid_grant', 'it was used before; the grant has ended')
    if (found.untilMs <= now()) throw new OAuthRefusal('invalid_grant', 'it has expired')
    check(grant)
    found.isUsed = true
    return found.value
  }

  return {
    issueCode: (code: Code): string => codes.issue(code),
    /** Once; a second time ends the grant. Throws `invalid_grant`. */
    spendCode: (code: string): Code => spend(codes.find(code), ({ grant }) => grant),
    /** Once, if `check` lets it pass; what it is exchanged for holds a new one. Throws `invalid_grant`. */
    spendRefreshToken: (token: string, check: (grant: Grant) => void): Grant =>
      spend(refresh.find(token), (grant) => grant, check),
    issueTokens: (grant: Grant) => ({
      access_token: access.issue(grant),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_MS / 1000,
      refresh_token: refresh.issue(grant),
    }),
    /** The grant of a token of either kind, also an expired one. */
    grantBehind: (token: string): Grant | undefined => (access.find(token) ?? refresh.find(token))?.value,
    /** The grant of a valid access token. */
    grantOf: (token: string): Grant | undefined => {
      const found = access.find(token)
      if (found === undefined || found.untilMs <= now() || found.value.isRevoked) return undefined
      return found.value
    },
  }
}
export type Grants = ReturnType<typeof createGrants>
