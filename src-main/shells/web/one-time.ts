// Secrets that work once, for a limited time. They are kept as hashes, in memory only.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

type OneTimeOptions = {
  readonly lifeMs: number
  /** A newer secret ends the oldest beyond this number. */
  readonly max: number
  readonly clock: Pick<Clock, 'now'>
}

export type OneTimeSecrets<Value> = {
  readonly issue: (value: Value) => string
  /** The value issued with this secret, once; null for a secret that is unknown, used or expired. */
  readonly take: (secret: string) => Value | null
}

export const createOneTimeSecrets = <Value>({ lifeMs, max, clock }: OneTimeOptions): OneTimeSecrets<Value> => {
  const issued = new Map<string, { readonly value: Value; readonly endsAtMs: number }>()
  return {
    issue: (value) => {
      const secret = randomBytes(32).toString('base64url')
      issued.set(hashSecret(secret), { value, endsAtMs: clock.now() + lifeMs })
      const [oldest] = issued.keys()
      if (issued.size > max && oldest !== undefined) issued.delete(oldest)
      return secret
    },
    take: (secret) => {
      const hash = hashSecret(secret)
      const found = issued.get(hash)
      issued.delete(hash)
      return found === undefined || clock.now() >= found.endsAtMs ? null : found.value
    },
  }
}
