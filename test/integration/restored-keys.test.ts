// After a backup took the place of core.db, the keychain may hold a newer key than the one the backup knows.
import { expect, test } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { json, startScriptedServer } from '../support/scripted-server.ts'
import { spoilPages } from '../support/store-file.ts'
import { tempHome } from '../support/temp-home.ts'
import { newBrand, tempStore } from '../support/temp-store.ts'

const catalog = json(200, { brandId: 'team-1', canManage: true, syncEnabled: false, tools: [] })

test('a restored backup sends a newer key to no origin that did not prove it', async () => {
  const home = tempHome()
  const { keychain: os } = memoryKeychain()
  const before = await startScriptedServer(catalog)
  const after = await startScriptedServer(catalog)
  const first = await openBrandsDesk({ home, os, baseUrl: before.baseUrl })
  const { id: brandId } = await first.call('brands.add', { name: 'Acme', key: 'sk_first' })
  await first.store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 1) })
  await first.call('service.setProfile', { baseUrl: after.baseUrl })
  await first.call('brands.replaceKey', { brandId, key: 'sk_second' })
  await first.close()
  spoilPages(home.coreFile, 0)

  const second = await openBrandsDesk({ home, os })
  expect((await second.call('service.profile', {})).baseUrl).toBe(before.baseUrl)
  await second.runSync()
  await expect(second.call('brands.check', { brandId })).rejects.toThrow(/Acme.*not confirmed/)
  expect((await second.call('brands.list', {})).brands).toMatchObject([{ keyState: 'unconfirmed' }])
  expect(before.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk_first'])
  await second.call('service.setProfile', { baseUrl: after.baseUrl })
  await expect(second.call('brands.check', { brandId })).rejects.toThrow(/Acme/)
  expect(after.seen).toHaveLength(1)
})

test('a restored origin without a seal does not count', async () => {
  const home = tempHome()
  const first = await tempStore(home)
  const sealed = { keyOrigin: 'https://service.example', keySeal: 'seal' }
  await first.store.write('brands.insert', newBrand('Acme', sealed))
  await first.store.write('brands.insert', newBrand('Northwind', { ...sealed, keySeal: null }))
  await first.store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 1) })
  await first.store.close()
  spoilPages(home.coreFile, 0)
  const { store } = await tempStore(home)
  const origins = (await store.read('brands.list', {})).map(({ keyOrigin }) => keyOrigin)
  expect(origins).toEqual(['https://service.example', null])
})
