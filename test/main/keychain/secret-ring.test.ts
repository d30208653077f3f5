// A webhook secret is where the person agreed to keep it, and nowhere else.
import { expect, test } from 'vitest'
import { createSecretRing, webhookAccount } from '../../../src-main/keychain/secret-ring.ts'
import { createSessionKeychain } from '../../../src-main/keychain/session-keychain.ts'
import { memoryKeychain } from '../../support/memory-keychain.ts'

const ACCOUNT = webhookAccount('b1')

const open = () => {
  const { keychain, secrets } = memoryKeychain()
  const session = createSessionKeychain()
  return { secrets, session, ring: createSecretRing({ os: keychain, session }) }
}

test("a secret goes to the system's keychain, and one of this session never does", async () => {
  const { ring, secrets, session } = open()
  await ring.put(ACCOUNT, 'kept', { sessionOnly: false })
  expect([...secrets]).toEqual([[ACCOUNT, 'kept']])
  expect(await session.get(ACCOUNT)).toBeNull()
  await ring.put(webhookAccount('b2'), 'of this session', { sessionOnly: true })
  expect([...secrets.values()]).toEqual(['kept'])
  expect(await ring.get(webhookAccount('b2'))).toBe('of this session')
  expect(await ring.get(webhookAccount('b3'))).toBeNull()
})

test('the newest secret counts, wherever the one before it was', async () => {
  const { ring, secrets, session } = open()
  await ring.put(ACCOUNT, 'first', { sessionOnly: false })
  await ring.put(ACCOUNT, 'second', { sessionOnly: true })
  expect(await ring.get(ACCOUNT)).toBe('second')
  await ring.put(ACCOUNT, 'third', { sessionOnly: false })
  expect(await ring.get(ACCOUNT)).toBe('third')
  expect(await session.get(ACCOUNT)).toBeNull()
  await ring.drop(ACCOUNT)
  expect([await ring.get(ACCOUNT), secrets.size]).toEqual([null, 0])
})

test('without a keychain a secret is in memory, and gone with the desk', async () => {
  const session = createSessionKeychain()
  const ring = createSecretRing({ os: null, session })
  await ring.put(ACCOUNT, 'one', { sessionOnly: false })
  expect(await ring.get(ACCOUNT)).toBe('one')
  expect(await createSecretRing({ os: null, session: createSessionKeychain() }).get(ACCOUNT)).toBeNull()
  await ring.dropFromMemory(ACCOUNT)
  expect(await ring.get(ACCOUNT)).toBeNull()
})
