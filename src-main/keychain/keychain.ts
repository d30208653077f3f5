import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** The service name of all secrets of the desk in the system's keychain. */
export const KEYCHAIN_SERVICE = 'agency-desk'
/** The account of a brand's key. */
export const keyAccount = (brandId: string): string => `brand:${brandId}`

/** Where secrets are kept. Each method rejects with DeskError `keychain` where the keychain cannot be used. */
export type Keychain = {
  /** null only where the keychain is known to work and holds nothing under this account. */
  readonly get: (account: string) => Promise<string | null>
  readonly set: (account: string, secret: string) => Promise<void>
  /** Resolves once nothing is stored under this account. */
  readonly delete: (account: string) => Promise<void>
  readonly status: () => Promise<KeychainStatus>
}

/** A keychain that cannot be used, as the error a call ends with. */
export const keychainError = (status: KeychainStatus): DeskError => new DeskError('keychain', status.message)

/** Rejects with `keychain`, before anything is sent, where a secret could not be kept anyway. */
export const assertSecretCanBeKept = async (ring: Pick<Keychain, 'status'>, sessionOnly: boolean): Promise<void> => {
  if (sessionOnly) return
  const status = await ring.status()
  if (status.state === 'locked' || status.state === 'unavailable') throw keychainError(status)
}

/** A keychain that is not there holds nothing; one that is locked may. */
export const deleteIfThere = (os: Keychain, account: string): Promise<void> =>
  os.delete(account).catch(async (error: unknown) => {
    if ((await os.status()).state === 'locked') throw error
  })
