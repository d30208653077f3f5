import type { Keychain } from '../../src-main/keychain/keychain.ts'

/** Replaces the system's keychain; the test can read what it holds. */
export const memoryKeychain = () => {
  const secrets = new Map<string, string>()
  const keychain: Keychain = {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
    status: async () => ({ state: 'ok', message: 'fine' }),
  }
  return { secrets, keychain }
}
