import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src-main/store/open.ts'
import { tempHome } from '../../support/temp-home.ts'

const openWeakStore = async () => {
  const notices: string[] = []
  const { coreFile, cacheFile, backupsFolder } = tempHome()
  const workerUrl = new URL('../../support/dying-store-worker.ts', import.meta.url)
  const onNotice = ({ what }: { what: string }) => notices.push(what)
  const store = await openStore({ coreFile, cacheFile, backupsFolder, workerUrl, onNotice })
  onTestFinished(() => store.close())
  return { store, notices }
}

test('a writer that dies fails all waiting calls with storage, and is restarted', async () => {
  const { store, notices } = await openWeakStore()
  const set = (key: string) => store.write('settings.set', { key, value: 1 })
  await set('before')
  const outcomes = await Promise.allSettled([
    set('die'),
    set('behind it'),
    store.read('settings.get', { key: 'before' }),
  ])
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { kind: 'storage', message: expect.stringContaining('exit code 7') } },
    { status: 'rejected', reason: { kind: 'storage' } },
    { status: 'fulfilled', value: 1 },
  ])
  expect(notices).toEqual(['worker-restarted'])
  await set('after')
  expect(await store.read('settings.get', { key: 'after' })).toBe(1)
  expect(await store.read('settings.get', { key: 'behind it' })).toBeNull()
})

test('a reader that dies is restarted', async () => {
  const { store, notices } = await openWeakStore()
  await expect(store.read('settings.get', { key: 'die' })).rejects.toMatchObject({ kind: 'storage' })
  await store.write('settings.set', { key: 'after', value: 1 })
  expect(await store.read('settings.get', { key: 'after' })).toBe(1)
  expect(notices).toEqual(['worker-restarted'])
})

test('after a worker keeps dying every call is refused, and close still ends', async () => {
  const { store, notices } = await openWeakStore()
  for (let death = 0; death < 4; death += 1) {
    await expect(store.write('settings.set', { key: 'die', value: 1 })).rejects.toMatchObject({ kind: 'storage' })
  }
  expect(notices).toEqual(['worker-restarted', 'worker-restarted', 'worker-restarted', 'worker-lost'])
  await expect(store.write('settings.set', { key: 'x', value: 1 })).rejects.toMatchObject({ kind: 'storage' })
  expect(await store.read('settings.get', { key: 'x' })).toBeNull()
  await store.close()
})

test('close waits for running calls', async () => {
  const { store } = await openWeakStore()
  const writes = Array.from({ length: 20 }, (_, at) => store.write('settings.set', { key: `k${at}`, value: at }))
  const closing = store.close()
  expect(await Promise.allSettled(writes)).toEqual(writes.map(() => ({ status: 'fulfilled', value: undefined })))
  await closing
})

test('a worker that cannot start is a storage error that says why', async () => {
  const { coreFile, cacheFile, backupsFolder } = tempHome()
  const workerUrl = new URL('../../support/no-such-worker.ts', import.meta.url)
  const opening = openStore({ coreFile, cacheFile, backupsFolder, workerUrl, onNotice: () => undefined })
  await expect(opening).rejects.toMatchObject({ kind: 'storage', message: expect.stringContaining('no-such-worker') })
})
