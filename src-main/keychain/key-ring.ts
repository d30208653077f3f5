// Which key serves which brand. A key is found by its brand's id alone, never by "the last one used", and leaves this
// file only as the result of `keyOf`. Keys that were read stay in memory, so that a sync does not ask the system again.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { deleteIfThere, type Keychain, keyAccount } from './keychain.ts'

/** The demo's key of a team, from the sandbox that the desk itself started; null while it does not run. */
export type DemoKeys = (teamId: string) => string | null

export type KeyPlace = 'os' | 'session'
export type KeyHolder = Pick<Brand, 'id' | 'name' | 'teamId' | 'demo' | 'keyIn'>

export type KeyRingDeps = {
  /** null where the person chose, for the whole desk, to keep keys in memory only. */
  readonly os: Keychain | null
  readonly session: Keychain
  readonly demoKeys: DemoKeys
  /** Another desk may have the key that this one lacks. */
  readonly mayOthersHaveKeys?: boolean
}

const noKey = ({ id, name }: KeyHolder, mayOthersHaveKeys: boolean): DeskError =>
  new DeskError(
    'unauthorized',
    mayOthersHaveKeys
      ? `${name}: the service has to be asked, and this desk has no key for this brand. Do it at a desk with the key, or add the key here.`
      : `${name}: this desk has no key for this brand: enter it again. A key that was kept for the session ended with the desk.`,
    { brandId: id },
  )

export const createKeyRing = ({ os, session, demoKeys, mayOthersHaveKeys = false }: KeyRingDeps) => {
  const known = new Map<string, string>()
  const changes = new Map<string, number>()
  const changesOf = (brandId: string): number => changes.get(brandId) ?? 0

  const demoKeyOf = ({ id, name, teamId }: KeyHolder): string => {
    const key = teamId === null ? null : demoKeys(teamId)
    if (key !== null) return key
    throw new DeskError(
      'network',
      `${name}: the demo's sandbox is not running. Start the desk with its demo to refresh it.`,
      {
        brandId: id,
      },
    )
  }

  const storedKeyOf = async (holder: KeyHolder): Promise<string> => {
    const { id, keyIn } = holder
    const account = keyAccount(id)
    const fromSession = await session.get(account)
    if (fromSession !== null) return fromSession
    const fromOs = os === null || keyIn === 'session' ? null : await os.get(account)
    if (fromOs !== null) return fromOs
    throw noKey(holder, mayOthersHaveKeys)
  }

  const keyOf = async (brand: KeyHolder): Promise<string> => {
    if (brand.demo) return demoKeyOf(brand)
    const before = changesOf(brand.id)
    const key = known.get(brand.id) ?? (await storedKeyOf(brand))
    if (changesOf(brand.id) !== before) return keyOf(brand)
    known.set(brand.id, key)
    return key
  }

  return {
    /** Rejects with `keychain` where the keychain is locked, `unauthorized` where there is no key, `network` for a stopped demo. */
    keyOf,
    /** Grows whenever the brand's key is put or dropped: the outcome of an older key says nothing about the newer. */
    changesOf,
    /** Keeps a key and says where: in the system's keychain, else `keychain`; in memory where the person agreed to that. */
    put: async (brandId: string, key: string, { sessionOnly }: { sessionOnly: boolean }): Promise<KeyPlace> => {
      const account = keyAccount(brandId)
      const isInOs = os !== null && !sessionOnly
      await (isInOs ? os : session).set(account, key)
      if (isInOs) await session.delete(account)
      known.set(brandId, key)
      changes.set(brandId, changesOf(brandId) + 1)
      return isInOs ? 'os' : 'session'
    },
    /** Deletes the key everywhere. Rejects with `keychain` where it is in a locked keychain. */
    drop: async ({ id, keyIn }: Pick<Brand, 'id' | 'keyIn'>): Promise<void> => {
      known.delete(id)
      changes.set(id, changesOf(id) + 1)
      await session.delete(keyAccount(id))
      const dropped = os === null ? undefined : deleteIfThere(os, keyAccount(id))
      await (keyIn === 'os' ? dropped : dropped?.catch(() => undefined))
    },
    status: (): Promise<KeychainStatus> => (os ?? session).status(),
  }
}
export type KeyRing = ReturnType<typeof createKeyRing>
