import { statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jsonBody } from '../../support/json-body.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('written rows are read back, also by a store opened later', async () => {
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

test('a DeskError of a worker keeps its kind and detail', async () => {
  const { store } = await tempStore()
  const brand = await store.write('brands.insert', newBrand('One', { teamId: 'team_1' }))
  await expect(store.write('brands.insert', newBrand('Two', { teamId: 'team_1' }))).rejects.toMatchObject({
    name: 'DeskError',
    kind: 'conflict',
    detail: { brandId: brand.id },
  })
})

test('after close the store refuses with storage, and the WAL is merged', async () => {
  const { store, coreFile } = await tempStore()
  await store.write('brands.insert', newBrand('One'))
  await store.close()
  await expect(store.read('brands.list', {})).rejects.toMatchObject({ kind: 'storage' })
  expect(() => statSync(`${coreFile}-wal`)).toThrow(/ENOENT/)
})

test('files are readable only by their owner', async () => {
  const { store, coreFile, cacheFile } = await tempStore()
  await store.write('brands.insert', newBrand('One'))
  for (const path of [coreFile, `${coreFile}-wal`, `${coreFile}-shm`, cacheFile, `${cacheFile}-shm`]) {
    expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  }
})

test('a file that others could read is its owner’s alone once the store is open', async () => {
  const home = tempHome()
  writeFileSync(home.coreFile, '', { mode: 0o644 })
  const { store, coreFile } = await tempStore(home)
  await store.read('brands.list', {})
  expect(statSync(coreFile).mode & 0o777).toBe(0o600)
})

test('an error of SQLite keeps its code, and the writer goes on', async () => {
  const { store } = await tempStore()
  const refused = store.write('limiter.save', { bucket: null as unknown as string, atMs: [1] }) // not what its type allows
  await expect(refused).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_NOTNULL' })
  await store.write('limiter.save', { bucket: 'a', atMs: [1] })
  expect(await store.read('limiter.load', {})).toEqual([{ bucket: 'a', atMs: 1 }])
})

test('the reader has no writes, and a name that is not a query is refused', async () => {
  const { store } = await tempStore()
  for (const name of ['settings.set', 'toString', '__proto__', 'none']) {
    const asked = store.read(name as 'settings.get', { key: 'a' }) // not what its type allows
    await expect(asked).rejects.toThrow(/knows no query/)
  }
})

test('a buffer is transferred, not copied', async () => {
  const { store } = await tempStore()
  const brand = await store.write('brands.insert', newBrand('One'))
  const body = jsonBody({ items: ['a'] })
  const args = { brandId: brand.id, batch: 1, body, fetchedAtMs: 1 }
  expect(await store.write('tracked.ingest', args, [body])).toEqual({ rows: 1, nextCursor: null })
  expect(body.byteLength).toBe(0)
  await expect(store.write('tracked.ingest', args, [body])).rejects.toThrow(/transfer/i)
  expect((await store.read('tracked.list', { brandId: brand.id })).keywords).toEqual(['a'])
})

test('concurrent reads see every write that was answered before', async () => {
  const { store } = await tempStore()
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      await store.write('settings.set', { key: `k${at}`, value: at })
      expect(await store.read('settings.get', { key: `k${at}` })).toBe(at)
    }),
  )
})
