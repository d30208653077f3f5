import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** An opaque random token. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(BYTES).toString('base64url')}`

/** Kept in place of the token, so that looking one up takes the same time for near misses. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
