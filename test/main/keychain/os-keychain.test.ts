import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createOsKeychain, type KeytarLike } from '../../../src-main/keychain/os-keychain.ts'

const probeFile = fileURLToPath(new URL('../../support/keychain-probe.ts', import.meta.url))
const withKeyring = fileURLToPath(new URL('../../support/with-keyring.sh', import.meta.url))
const hasKeyring = process.env.AGENCY_DESK_TEST_KEYRING === 'unlocked'

type Told = { kind: string; message: string } | null | string
type Outcome = { before: Told; set: Told; status: { state: string; message: string } } & Record<
  'get' | 'setAgain' | 'deleted' | 'after',
  Told
>
const probe = async (args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Outcome> => {
  const { stdout } = await promisify(execFile)(process.execPath, [probeFile, ...args], { env })
  return JSON.parse(stdout) as Outcome // as the probe wrote it
}

describe.skipIf(!hasKeyring)('the keychain of a real Secret Service (test/support/with-keyring.sh)', () => {
  it('present: stores a secret, returns it, and deletes it', async () => {
    expect(await probe([])).toEqual({
      before: null,
      set: null,
      status: expect.objectContaining({ state: 'ok' }),
      get: 'sk_probe',
      setAgain: null,
      deleted: null,
      after: null,
    })
  })

  // In a Secret Service of its own: the one of this session serves other tests, and would stay locked.
  it('locked: is reported as locked, not as "no key" or "deleted"', async () => {
    const { stdout } = await promisify(execFile)('sh', [withKeyring, process.execPath, probeFile, 'lock'])
    const outcome = JSON.parse(stdout) as Outcome // as the probe wrote it
    expect(outcome.set).toBeNull()
    expect(outcome.status).toMatchObject({ state: 'locked', message: expect.stringContaining('Unlock') })
    for (const result of [outcome.get, outcome.setAgain, outcome.deleted, outcome.after])
      expect(result).toMatchObject({ kind: 'keychain' })
  })
})

describe('a system without a keychain', () => {
  it('no D-Bus: is reported with a next step, with or without libsecret', async () => {
    const { PATH, HOME } = process.env
    const outcome = await probe([], {
      ...(PATH === undefined ? {} : { PATH }),
      ...(HOME === undefined ? {} : { HOME }),
      XDG_RUNTIME_DIR: '/nonexistent',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
    })
    expect(outcome.status).toMatchObject({ state: 'unavailable', message: expect.stringContaining('session only') })
    for (const result of [outcome.before, outcome.set, outcome.get, outcome.deleted])
      expect(result).toMatchObject({ kind: 'keychain' })
  })

  it('libsecret missing: the load fails, and nothing else', async () => {
    const keychain = createOsKeychain({ load: () => Promise.reject(new Error('Failed to load keytar native addon')) })
    expect(await keychain.status()).toMatchObject({
      state: 'unavailable',
      message: expect.stringContaining('libsecret'),
    })
    await expect(keychain.get('brand:x')).rejects.toMatchObject({ kind: 'keychain' })
    await expect(keychain.set('brand:x', 'sk_x')).rejects.toMatchObject({ kind: 'keychain' })
  })
})

describe('a prompt that nobody answers', () => {
  const never = () => new Promise<never>(() => undefined)
  const mute: KeytarLike = { getPassword: never, setPassword: never, deletePassword: never }

  it('is reported as locked after the time-out, and blocks no further thread', async () => {
    let calls = 0
    const counted: KeytarLike = {
      ...mute,
      getPassword: () => {
        calls += 1
        return never()
      },
    }
    const keychain = createOsKeychain({ load: async () => counted, timeoutMs: 20 })
    await expect(keychain.get('brand:x')).rejects.toMatchObject({ kind: 'keychain' })
    await expect(keychain.get('brand:y')).rejects.toMatchObject({ kind: 'keychain' })
    expect(calls).toBe(1)
    expect(await keychain.status()).toMatchObject({
      state: 'locked',
      message: expect.stringContaining('does not answer'),
    })
  })

  it('goes on once it is answered', async () => {
    const prompt = Promise.withResolvers<string | null>()
    const answers = [prompt.promise]
    const keytar: KeytarLike = {
      ...mute,
      getPassword: () => answers.shift() ?? Promise.resolve('sk_x'),
      setPassword: async () => undefined,
    }
    const keychain = createOsKeychain({ load: async () => keytar, timeoutMs: 20, recheckMs: 0 })
    await expect(keychain.get('brand:x')).rejects.toMatchObject({ kind: 'keychain' })
    prompt.resolve(null)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await keychain.get('brand:x')).toBe('sk_x')
  })
})

describe('a keychain that was locked a moment ago', () => {
  it('is not asked again for each of many brands, because it may prompt each time', async () => {
    let calls = 0
    let nowMs = 0
    const refuse = () => {
      calls += 1
      return Promise.reject(new Error('Cannot create an item in a locked collection'))
    }
    const keytar: KeytarLike = { getPassword: refuse, setPassword: refuse, deletePassword: refuse }
    const keychain = createOsKeychain({ load: async () => keytar, recheckMs: 15_000, nowMs: () => nowMs })
    for (let brand = 0; brand < 200; brand += 1)
      await expect(keychain.get(`brand:${brand}`)).rejects.toMatchObject({ kind: 'keychain' })
    expect(calls).toBe(1)
    nowMs = 15_000
    await expect(keychain.get('brand:0')).rejects.toMatchObject({ kind: 'keychain' })
    expect(calls).toBe(2)
  })
})

describe('a keychain check', () => {
  it('is shared by all callers at the same time', async () => {
    const secrets = new Map<string, string>()
    let sets = 0
    const keytar: KeytarLike = {
      getPassword: async (_service, account) => secrets.get(account) ?? null,
      setPassword: async (_service, account, secret) => {
        sets += 1
        secrets.set(account, secret)
      },
      deletePassword: async (_service, account) => secrets.delete(account),
    }
    const keychain = createOsKeychain({ load: async () => keytar })
    const statuses = await Promise.all([keychain.status(), keychain.status(), keychain.status()])
    expect(statuses.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
    expect(sets).toBe(1)
    expect(secrets.size).toBe(0)
  })
})
