import type { Keychain } from '../../src-main/keychain/keychain.ts'

/** Stands for the system's keychain: what it holds is looked at by the test. */
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
