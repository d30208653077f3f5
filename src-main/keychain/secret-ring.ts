// Secrets other than the brands' keys: in the system's keychain, or in memory where the person agreed to that.
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { deleteIfThere, type Keychain } from './keychain.ts'

/** The accounts of a brand's webhook secret, and of the one before it. */
export const webhookAccount = (brandId: string): string => `webhook:${brandId}`
export const previousWebhookAccount = (brandId: string): string => `webhook-previous:${brandId}`

export const createSecretRing = ({ os, session }: { os: Keychain | null; session: Keychain }) => ({
  /** null where neither place holds one. Rejects with `keychain` where the keychain is locked. */
  get: async (account: string): Promise<string | null> =>
    (await session.get(account)) ?? (await os?.get(account)) ?? null,
  put: async (account: string, secret: string, { sessionOnly }: { sessionOnly: boolean }): Promise<void> => {
    const isInOs = os !== null && !sessionOnly
    await (isInOs ? os : session).set(account, secret)
    if (isInOs) await session.delete(account)
  },
  /** Deletes the secret in both places. Rejects with `keychain` where the keychain is locked. */
  drop: async (account: string): Promise<void> => {
    await session.delete(account)
    if (os !== null) await deleteIfThere(os, account)
  },
  /** Deletes a secret that was never put into the system's keychain. */
  dropFromMemory: (account: string): Promise<void> => session.delete(account),
  status: (): Promise<KeychainStatus> => (os ?? session).status(),
})
export type SecretRing = ReturnType<typeof createSecretRing>
