import type { Keychain } from './keychain.ts'

/** Secrets in this process's memory alone: gone when the desk ends. */
export const createSessionKeychain = (): Keychain => {
  const secrets = new Map<string, string>()
  return {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
    status: async () => ({
      state: 'session',
      message: 'Keys are kept in memory only and are gone when the desk ends; you will be asked for them again.',
    }),
  }
}
