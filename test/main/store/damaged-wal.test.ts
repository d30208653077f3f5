// What a damaged WAL loses is said, and what was open is not sent again.
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { garbage, overwrite } from '../../support/store-file.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

/** The files as a killed desk leaves them: the intent `early` is in core.db, `late` in its WAL alone. */
const killedHome = async () => {
  const home = tempHome()
  const first = await tempStore(home)
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  const insert = (store: typeof first.store, id: string) =>
    store.write('intents.insert', {
      intents: [
        {
          ...{ id, brandId, kind: 'publish' as const, holdMs: 1000 },
          details: { provider: 'ghost', status: 'publish' },
          items: [{ batch: 0, label: id, payload: {} }],
        },
      ],
      atMs: 1,
    })
  await insert(first.store, 'early')
  await first.store.close()
  const second = await tempStore(home)
  await insert(second.store, 'late')
  await second.store.write('brands.insert', newBrand('Later'))
  const killed = tempHome()
  cpSync(home.home, killed.home, { recursive: true })
  return { ...killed, wal: `${killed.coreFile}-wal` }
}

test.each([
  ['is garbage as a whole', (wal: string) => writeFileSync(wal, garbage())],
  ['has a garbage header', (wal: string) => overwrite(wal, 0, garbage().subarray(0, 32))],
  ['is damaged before its last commit', (wal: string) => overwrite(wal, 32 + 24 + 100, garbage().subarray(0, 200))],
])('a WAL that %s is said to lose changes, is kept, and leaves no intent to be sent', async (_, spoil) => {
  const home = await killedHome()
  spoil(home.wal)
  const damaged = readFileSync(home.wal)
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what, level }) => [what, level])).toEqual([['changes-lost', 'error']])
  expect(notices[0]?.message).toContain('look into Activity')
  await expect(store.read('intents.get', { id: 'late' })).rejects.toMatchObject({ kind: 'not-found' })
  expect(await store.read('intents.get', { id: 'early' })).toMatchObject({
    state: 'unknown',
    reason: expect.stringContaining('Check the service'),
  })
  const kept = readdirSync(home.home).filter((name) => /^core\.db\.damaged-.+-wal$/.test(name))
  expect(kept).toHaveLength(1)
  expect(readFileSync(join(home.home, kept[0] ?? '')).equals(damaged)).toBe(true)
})

test('the sound WAL of a killed desk loses nothing, and nothing is said', async () => {
  const { store, notices } = await tempStore(await killedHome())
  expect(notices).toEqual([])
  for (const id of ['early', 'late']) expect(await store.read('intents.get', { id })).toMatchObject({ state: 'held' })
})

test('a WAL whose last commit was never finished loses nothing that was confirmed, and nothing is said', async () => {
  const home = await killedHome()
  truncateSync(home.wal, statSync(home.wal).size - 100)
  const { store, notices } = await tempStore(home)
  expect(notices).toEqual([])
  expect(await store.read('intents.get', { id: 'late' })).toMatchObject({ state: 'held' })
})
