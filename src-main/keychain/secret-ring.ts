// Secrets other than the brands' keys: in the system's keychain, or in memory where the person agreed to that.
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import type { Keychain } from './keychain.ts'

/** The accounts of a brand's webhook secret, and of the one before it. */
export const webhookAccount = (brandId: string): string => `webhook:${brandId}`
export const previousWebhookAccount = (brandId: string): string => `webhook-previous:${brandId}`

export type SecretRing = {
  /** null where neither place holds one. Rejects with `keychain` where the keychain is locked. */
  readonly get: (account: string) => Promise<string | null>
  readonly put: (account: string, secret: string, options: { sessionOnly: boolean }) => Promise<void>
  /** Deletes the secret in both places. */
  readonly drop: (account: string) => Promise<void>
  readonly status: () => Promise<KeychainStatus>
}

export const createSecretRing = ({ os, session }: { os: Keychain | null; session: Keychain }): SecretRing => ({
  get: async (account) => (await session.get(account)) ?? (await os?.get(account)) ?? null,
  put: async (account, secret, { sessionOnly }) => {
    const isInOs = os !== null && !sessionOnly
    await (isInOs ? os : session).set(account, secret)
    if (isInOs) await session.delete(account)
  },
  drop: async (account) => {
    await session.delete(account)
    await os?.delete(account)
  },
  status: () => (os ?? session).status(),
})
