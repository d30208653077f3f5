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
      message: 'The desk keeps keys in memory only and deletes them when it ends. It asks again at the next start.',
    }),
  }
}
