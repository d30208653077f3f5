import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../src-main/keychain/key-ring.ts'
import { type Keychain, keychainError } from '../../../src-main/keychain/keychain.ts'
import { createSessionKeychain } from '../../../src-main/keychain/session-keychain.ts'
import { memoryKeychain } from '../../support/memory-keychain.ts'

const brand = (more: object = {}) => ({
  id: 'b1',
  name: 'Acme',
  teamId: 't1',
  demo: false,
  keyIn: 'os' as const,
  ...more,
})

const shut = (state: 'locked' | 'unavailable'): Keychain => {
  const status = { state, message: `it is ${state}` }
  const refuse = () => Promise.reject(keychainError(status))
  return { get: refuse, set: refuse, delete: refuse, status: async () => status }
}
const ringOf = (os: Keychain | null, demoKeys: (teamId: string) => string | null = () => null) =>
  createKeyRing({ os, session: createSessionKeychain(), demoKeys })

describe('the key ring', () => {
  it('keeps a key under the account of its brand and gives it to that brand alone', async () => {
    const { keychain, secrets } = memoryKeychain()
    const ring = ringOf(keychain)
    expect(await ring.put('b1', 'sk_1', { sessionOnly: false })).toBe('os')
    expect([...secrets]).toEqual([['brand:b1', 'sk_1']])
    expect(await ring.keyOf(brand())).toBe('sk_1')
    await expect(ring.keyOf(brand({ id: 'b2', name: 'Bee' }))).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('keeps a session-only key only in memory', async () => {
    const { keychain, secrets } = memoryKeychain()
    const ring = ringOf(keychain)
    expect(await ring.put('b1', 'sk_1', { sessionOnly: true })).toBe('session')
    expect(secrets.size).toBe(0)
    expect(await ring.keyOf(brand({ keyIn: 'session' }))).toBe('sk_1')
    await expect(ringOf(keychain).keyOf(brand({ keyIn: 'session' }))).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('a locked keychain is not "no key"', async () => {
    await expect(ringOf(shut('locked')).keyOf(brand())).rejects.toMatchObject({ kind: 'keychain' })
    await expect(ringOf(shut('unavailable')).put('b1', 'sk_1', { sessionOnly: false })).rejects.toMatchObject({
      kind: 'keychain',
    })
  })

  it('counts each change of a key, so that a request that waits asks for the key again', async () => {
    const ring = ringOf(memoryKeychain().keychain)
    expect(ring.changesOf('b1')).toBe(0)
    await ring.put('b1', 'sk_1', { sessionOnly: false })
    expect(ring.changesOf('b1')).toBe(1)
    await ring.drop(brand())
    expect(ring.changesOf('b1')).toBe(2)
    expect(ring.changesOf('b2')).toBe(0)
  })

  it('deletes a key everywhere, and does not report it deleted from a locked keychain', async () => {
    const { keychain, secrets } = memoryKeychain()
    const ring = ringOf(keychain)
    await ring.put('b1', 'sk_1', { sessionOnly: false })
    await ring.drop(brand())
    expect(secrets.size).toBe(0)
    await expect(ring.keyOf(brand())).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(ringOf(shut('locked')).drop(brand())).rejects.toMatchObject({ kind: 'keychain' })
    await ringOf(shut('locked')).drop(brand({ keyIn: 'session' }))
    await ringOf(shut('unavailable')).drop(brand())
  })

  it("reads a demo brand's key only from the sandbox, and says so when it does not run", async () => {
    const { keychain } = memoryKeychain()
    const demo = brand({ demo: true, keyIn: 'demo' })
    expect(await ringOf(keychain, (teamId) => `sk_demo_${teamId}`).keyOf(demo)).toBe('sk_demo_t1')
    await expect(ringOf(keychain).keyOf(demo)).rejects.toMatchObject({ kind: 'network' })
  })
})

it('a key that was replaced while it was read is not cached', async () => {
  const { keychain, secrets } = memoryKeychain()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  secrets.set('brand:b1', 'sk_old')
  const slow: Keychain = {
    ...keychain,
    get: async (account) => {
      const secret = await keychain.get(account)
      asked.resolve()
      await answered.promise
      return secret
    },
  }
  const ring = ringOf(slow)
  const reading = ring.keyOf(brand())
  await asked.promise
  await ring.put('b1', 'sk_new', { sessionOnly: true })
  answered.resolve()
  expect(await reading).toBe('sk_new')
  expect(await ring.keyOf(brand())).toBe('sk_new')
})
