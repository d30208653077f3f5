import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src-main/base/clock.ts'
import { ensureDemoBrands } from '../../src-main/brands/demo-brands.ts'
import { type Keychain, keychainError } from '../../src-main/keychain/keychain.ts'
import { createOsKeychain } from '../../src-main/keychain/os-keychain.ts'
import { type BrandsDesk, openBrandsDesk } from '../support/brands-desk.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { openSandbox } from '../support/sandbox.ts'
import { tempHome } from '../support/temp-home.ts'

const noKeychain = (): Keychain => {
  const status = { state: 'unavailable', message: 'no keychain here' } as const
  const refuse = () => Promise.reject(keychainError(status))
  return { get: refuse, set: refuse, delete: refuse, status: async () => status }
}
const listed = async (desk: BrandsDesk) => (await desk.call('brands.list', {})).brands

describe('brands.add', () => {
  it('proves the key, keeps it in the keychain under the brand, then stores the row', async () => {
    const sandbox = await openSandbox()
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: keychain })
    const brand = await desk.call('brands.add', { name: ' Acme ', key: sandbox.keyOf(0), tags: ['shop'] })
    expect(brand).toMatchObject({
      name: 'Acme',
      teamId: sandbox.teamOf(0),
      keyState: 'ok',
      keyIn: 'os',
      tags: ['shop'],
    })
    expect([...secrets]).toEqual([[`brand:${brand.id}`, sandbox.keyOf(0)]])
    expect(desk.events).toContainEqual({ name: 'changed', payload: { brandIds: [brand.id], datasets: ['brands'] } })
    expect(await listed(desk)).toEqual([brand])
  })

  it.each([
    ['without sk_', 'pk_123', 'invalid'],
    ['that the service refuses', 'sk_unknown', 'unauthorized'],
  ])('stores nothing for a key %s', async (_, key, kind) => {
    const sandbox = await openSandbox()
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: keychain })
    await expect(desk.call('brands.add', { name: 'Acme', key })).rejects.toMatchObject({ kind })
    expect(secrets.size).toBe(0)
    expect(await listed(desk)).toEqual([])
  })

  it('fails with the service’s text when the service refuses', async () => {
    const sandbox = await openSandbox()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
    const adding = desk.call('brands.add', { name: 'Acme', key: 'sk_unknown' })
    await expect(adding).rejects.toMatchObject({ detail: { status: 401, serviceText: expect.stringMatching(/key/i) } })
  })

  it('refuses a team that was added already, naming the brand, and keeps the first key', async () => {
    const sandbox = await openSandbox()
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: keychain })
    await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0) })
    const again = desk.call('brands.add', { name: 'Acme two', key: sandbox.keyOf(0) })
    await expect(again).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('"Acme"') })
    expect(secrets.size).toBe(1)
  })

  it('accepts one of two that are added at the same moment', async () => {
    const sandbox = await openSandbox()
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: keychain })
    const replies = await Promise.all(
      ['One', 'Two'].map((name) => desk.dispatch('brands.add', { name, key: sandbox.keyOf(0) })),
    )
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true])
    const [brand] = await listed(desk)
    expect([...secrets]).toEqual([[`brand:${brand?.id}`, sandbox.keyOf(0)]])
  })

  it.each([
    ['no address', '', 'first'],
    ['plain http to another machine', 'http://service.example', 'https'],
  ])('with %s is invalid on baseUrl', async (_, baseUrl, word) => {
    const desk = await openBrandsDesk({ baseUrl })
    const adding = desk.call('brands.add', { name: 'Acme', key: 'sk_1' })
    await expect(adding).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(word),
      detail: { issues: [{ path: 'baseUrl' }] },
    })
  })

  it('without a keychain needs consent before any request, and then keeps the key for the session', async () => {
    const sandbox = await openSandbox()
    const home = tempHome()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: noKeychain(), home })
    const input = { name: 'Acme', key: sandbox.keyOf(0) }
    await expect(desk.call('brands.add', input)).rejects.toMatchObject({ kind: 'keychain' })
    expect(await sandbox.requests()).toEqual([])
    expect(await desk.call('brands.add', { ...input, sessionOnly: true })).toMatchObject({ keyIn: 'session' })
    await desk.close()
    const next = await openBrandsDesk({ home, os: noKeychain() })
    expect(await listed(next)).toMatchObject([{ name: 'Acme', keyState: 'missing', keyIn: null }])
  })

  it('leaves no key in any file, error or event', async () => {
    const sandbox = await openSandbox()
    const home = tempHome()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: memoryKeychain().keychain, home })
    await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0) })
    const refused = await desk.dispatch('brands.add', { name: 'B', key: 'sk_canary_refused' })
    await desk.runSync()
    await desk.close()
    const files = readdirSync(home.home, { recursive: true, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    const everything = [...texts, JSON.stringify(desk.events), JSON.stringify(refused)].join('\n')
    expect(everything).toContain('Acme')
    expect(everything).not.toContain(sandbox.keyOf(0))
    expect(everything).not.toContain('sk_canary_refused')
  })
})

describe('brands.addMany', () => {
  it('gives each row its own result; a bad row stops no other', async () => {
    const sandbox = await openSandbox({ brands: 4 })
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: keychain })
    const rows = [
      { name: 'A', key: sandbox.keyOf(0) },
      { name: 'B', key: 'no-key' },
      { name: '', key: sandbox.keyOf(1) },
      { name: 'D', key: ` ${sandbox.keyOf(0)} ` },
      { name: 'E', key: 'sk_refused' },
      { name: 'F', key: sandbox.keyOf(2) },
      { name: 'G', key: sandbox.keyOf(3), colour: 'red' },
    ]
    const { results } = await desk.call('brands.addMany', { rows })
    expect(results.map(({ row, ok, error }) => [row, ok, error?.kind, error?.detail?.issues?.[0]?.path])).toEqual([
      [0, true, undefined, undefined],
      [1, false, 'invalid', 'key'],
      [2, false, 'invalid', 'name'],
      [3, false, 'conflict', undefined],
      [4, false, 'unauthorized', undefined],
      [5, true, undefined, undefined],
      [6, false, 'invalid', 'colour'],
    ])
    expect((await listed(desk)).map(({ name }) => name).sort()).toEqual(['A', 'F'])
    expect([...secrets.values()].sort()).toEqual([sandbox.keyOf(0), sandbox.keyOf(2)].sort())
  })

  it('keeps the order of the list, regardless of which key is proved first', async () => {
    const sandbox = await openSandbox()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'hold', teamId: sandbox.teamOf(0) })
    const adding = desk.call('brands.addMany', { rows: sandbox.brands.map(({ name, key }) => ({ name, key })) })
    await expect.poll(async () => (await sandbox.requests()).filter(({ status }) => status === 200).length).toBe(2)
    await sandbox.release()
    expect((await adding).results.map(({ ok }) => ok)).toEqual([true, true, true])
    expect((await listed(desk)).map(({ name }) => name)).toEqual(sandbox.brands.map(({ name }) => name))
  })

  it('goes on with the list when one key is slow to be proved', async () => {
    const clock = createManualClock(Date.now())
    const sandbox = await openSandbox()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, clock })
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'hold', teamId: sandbox.teamOf(0) })
    const adding = desk.call('brands.addMany', { rows: sandbox.brands.map(({ name, key }) => ({ name, key })) })
    await clock.whenSleeping((ms) => ms === 5_000)
    await clock.advance(5_000)
    await expect.poll(async () => (await listed(desk)).length).toBeGreaterThan(0)
    await sandbox.release()
    expect((await adding).results.map(({ ok }) => ok)).toEqual([true, true, true])
  })

  it('gives each of the first fourteen brands a colour of its own', async () => {
    const sandbox = await openSandbox({ brands: 14, keywords: 1, days: 1 })
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
    await desk.call('brands.addMany', { rows: sandbox.brands.map(({ name, key }) => ({ name, key })) })
    expect(new Set((await listed(desk)).map(({ colour }) => colour)).size).toBe(14)
  })
})

describe('an existing brand', () => {
  const withBrand = async () => {
    const sandbox = await openSandbox()
    const memory = memoryKeychain()
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os: memory.keychain })
    const brand = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0) })
    return { sandbox, desk, brand, ...memory }
  }

  it('is updated field by field', async () => {
    const { desk, brand } = await withBrand()
    const updated = await desk.call('brands.update', { brandId: brand.id, pinned: true, colour: '#123456' })
    expect(updated).toEqual({ ...brand, pinned: true, colour: '#123456' })
    expect(await listed(desk)).toEqual([updated])
    await expect(desk.call('brands.update', { brandId: 'nobody' })).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('refuses a key of another team, and keeps the old one', async () => {
    const { sandbox, desk, brand, secrets } = await withBrand()
    const replacing = desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(1) })
    await expect(replacing).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Acme') })
    expect([...secrets.values()]).toEqual([sandbox.keyOf(0)])
    const refused = desk.call('brands.replaceKey', { brandId: brand.id, key: 'sk_refused' })
    await expect(refused).rejects.toMatchObject({ kind: 'unauthorized' })
    expect([...secrets.values()]).toEqual([sandbox.keyOf(0)])
  })

  it('accepts a new key of its own team, and uses it from the next request on', async () => {
    const { sandbox, desk, brand, secrets } = await withBrand()
    await desk.book.update(brand.id, { keyState: 'unauthorized' })
    const replaced = await desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0) })
    expect(replaced).toMatchObject({ keyState: 'ok', keyIn: 'os' })
    expect([...secrets.keys()]).toEqual([`brand:${brand.id}`])
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ] as const)('shows %i of a check as its keyState, and ok again after', async (status, keyState) => {
    const { sandbox, desk, brand } = await withBrand()
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status })
    expect(await desk.call('brands.check', { brandId: brand.id })).toMatchObject({ keyState })
    expect(await desk.call('brands.check', { brandId: brand.id })).toMatchObject({ keyState: 'ok' })
  })

  it('stays unchanged when the service cannot be reached', async () => {
    const { sandbox, desk, brand } = await withBrand()
    await sandbox.close()
    await expect(desk.call('brands.check', { brandId: brand.id })).rejects.toMatchObject({ kind: 'network' })
    expect(await listed(desk)).toEqual([brand])
  })

  it('is removed with its key and its rows, also while it syncs', async () => {
    const { sandbox, desk, brand, secrets } = await withBrand()
    const other = await desk.call('brands.add', { name: 'Bee', key: sandbox.keyOf(1) })
    await desk.runSync()
    const running = desk.whenEvent(
      ({ name, payload }) =>
        name === 'sync.progress' && payload.pair?.brandId === brand.id && payload.pair.state === 'running',
    )
    await desk.call('sync.run', {})
    await running
    expect(await desk.call('brands.remove', { brandId: brand.id })).toMatchObject({ removed: true })
    expect([...secrets.keys()]).toEqual([`brand:${other.id}`])
    const page = await desk.call('rankings.page', { limit: 500 })
    expect(new Set(page.rows.map(({ brandId }) => brandId))).toEqual(new Set([other.id]))
    expect(await listed(desk)).toMatchObject([{ id: other.id }])
    await expect(desk.call('sync.status', { brandIds: [brand.id] })).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe('demo brands', () => {
  it('are listed once, have no key in the keychain, and use the sandbox of the desk', async () => {
    const sandbox = await openSandbox()
    const keys = (teamId: string) => sandbox.brands.find((brand) => brand.teamId === teamId)?.key ?? null
    const { keychain, secrets } = memoryKeychain()
    const desk = await openBrandsDesk({ os: keychain, demo: { baseUrl: sandbox.baseUrl, keys } })
    await ensureDemoBrands({ book: desk.book, clock: systemClock }, sandbox.brands)
    await ensureDemoBrands({ book: desk.book, clock: systemClock }, sandbox.brands)
    expect((await listed(desk)).map(({ name, demo, keyIn }) => [name, demo, keyIn])).toEqual(
      sandbox.brands.map(({ name }) => [name, true, 'demo']),
    )
    expect(secrets.size).toBe(0)
    const status = await desk.runSync({ datasets: ['clusters'] })
    expect(status.run).toMatchObject({ done: 3, failed: 0, total: 3 })
  })

  it('without their sandbox have a clear state, and send no request', async () => {
    const desk = await openBrandsDesk({
      baseUrl: 'http://127.0.0.1:9',
      getDispatcher: () => Promise.reject(new Error('asked')),
    })
    await ensureDemoBrands({ book: desk.book, clock: systemClock }, [{ teamId: 't', name: 'Demo' }])
    const status = await desk.runSync({ datasets: ['clusters'] })
    expect(status.rows.find(({ dataset }) => dataset === 'clusters')).toMatchObject({
      state: 'failed',
      error: { kind: 'network', message: expect.stringContaining('sandbox is not running') },
    })
    desk.sync.start()
    await new Promise((resolve) => setImmediate(resolve))
    expect((await desk.call('sync.status', {})).run?.total).toBe(1)
  })
})

describe.skipIf(process.env.AGENCY_DESK_TEST_KEYRING !== 'unlocked')(
  'keys in a real Secret Service (test/support/with-keyring.sh)',
  () => {
    it('survive a restart, are used by the sync, and are removed with their brand', async () => {
      const sandbox = await openSandbox()
      const home = tempHome()
      const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, home, os: createOsKeychain() })
      const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
      const { results } = await desk.call('brands.addMany', { rows })
      expect(results.map(({ brand }) => brand?.keyIn)).toEqual(['os', 'os', 'os'])
      await desk.close()

      const os = createOsKeychain()
      const next = await openBrandsDesk({ home, os })
      const status = await next.runSync({ datasets: ['clusters'] })
      expect(status.run).toMatchObject({ done: 3, failed: 0 })
      for (const [index, result] of results.entries()) {
        const id = result.brand?.id ?? ''
        expect(await os.get(`brand:${id}`)).toBe(sandbox.keyOf(index))
        await next.call('brands.remove', { brandId: id })
        expect(await os.get(`brand:${id}`)).toBeNull()
      }
    })
  },
)
