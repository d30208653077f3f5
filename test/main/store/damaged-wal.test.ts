// What a damaged WAL loses is said, and what was open is not sent again.
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWalDamaged } from '../../../src-main/store/damaged-wal.ts'
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

test('a WAL is read in the byte order that its header names, on whichever machine it was written', () => {
  const wal = Buffer.alloc(32 + 24 + 512, 7)
  const sign = (isBig: boolean, at: number, parts: readonly Buffer[], start: readonly [number, number]) => {
    let [one, two] = start
    for (const part of parts)
      for (let word = 0; word < part.length; word += 8) {
        one = (one + (isBig ? part.readUInt32BE(word) : part.readUInt32LE(word)) + two) >>> 0
        two = (two + (isBig ? part.readUInt32BE(word + 4) : part.readUInt32LE(word + 4)) + one) >>> 0
      }
    wal.writeUInt32BE(one, at)
    wal.writeUInt32BE(two, at + 4)
    return [one, two] as const
  }
  const isDamagedAs = (magic: number, isBig: boolean) => {
    wal.writeUInt32BE(magic, 0)
    wal.writeUInt32BE(512, 8)
    const sums = sign(isBig, 24, [wal.subarray(0, 24)], [0, 0])
    wal.copy(wal, 32 + 8, 16, 24)
    sign(isBig, 32 + 16, [wal.subarray(32, 40), wal.subarray(56)], sums)
    return isWalDamaged(wal)
  }
  expect([isDamagedAs(0x377f0682, false), isDamagedAs(0x377f0683, true)]).toEqual([false, false])
  expect([isDamagedAs(0x377f0682, true), isDamagedAs(0x377f0683, false)]).toEqual([true, true])
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
