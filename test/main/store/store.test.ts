import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('what is written is read back, also by a store opened later', async () => {
  const first = await tempStore()
  const brand = await first.store.write('brands.insert', newBrand('Café Zürich', { tags: ['food'], teamId: 'team_1' }))
  await first.store.write('settings.set', { key: 'settings', value: { theme: 'dark' } })
  await first.store.write('limiter.save', { bucket: 'a', atMs: [5, 5, 9] })
  expect(brand.slug).toBe('cafe-zurich')
  expect(await first.store.read('brands.list', {})).toEqual([brand])
  await first.store.close()

  const second = await tempStore(first)
  expect(await second.store.read('brands.list', {})).toEqual([brand])
  expect(await second.store.read('settings.get', { key: 'settings' })).toEqual({ theme: 'dark' })
  expect(await second.store.read('settings.get', { key: 'other' })).toBeNull()
  expect(await second.store.read('limiter.load', {})).toEqual([5, 5, 9].map((atMs) => ({ bucket: 'a', atMs })))
})

test('a DeskError of a worker arrives as a DeskError with its kind and detail', async () => {
  const { store } = await tempStore()
  const brand = await store.write('brands.insert', newBrand('One', { teamId: 'team_1' }))
  await expect(store.write('brands.insert', newBrand('Two', { teamId: 'team_1' }))).rejects.toMatchObject({
    name: 'DeskError',
    kind: 'conflict',
    detail: { brandId: brand.id },
  })
})

test('after close the store refuses with storage, and the WAL is folded away', async () => {
  const { store, coreFile } = await tempStore()
  await store.write('brands.insert', newBrand('One'))
  await store.close()
  await expect(store.read('brands.list', {})).rejects.toMatchObject({ kind: 'storage' })
  expect(() => statSync(`${coreFile}-wal`)).toThrow(/ENOENT/)
})

test('files are the owner alone to read', async () => {
  const { store, coreFile, cacheFile } = await tempStore()
  await store.write('brands.insert', newBrand('One'))
  for (const path of [coreFile, `${coreFile}-wal`, `${coreFile}-shm`, cacheFile, `${cacheFile}-shm`]) {
    expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  }
})
