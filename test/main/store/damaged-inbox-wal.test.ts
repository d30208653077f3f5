// A damaged WAL of inbox.db loses deliveries that a sender was answered 200 for: it is said, and no number names two of them.
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { inboxFileOf } from '../../../src-main/store/inbox.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { garbage, overwrite } from '../../support/store-file.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const SQL = `INSERT INTO arrival (brand_id, received_at_ms, status, event, slug, title, reason, secret_used, bytes, path, headers, body)
  VALUES (?, 2000, 'accepted', 'article.published', ?, 'T', NULL, 'current', 2, '/hooks/acme', '[]', CAST('{}' AS BLOB))`

/** Adds a delivery as the receiver does, on a connection of its own. */
const arrive = (coreFile: string, brandId: string, slug: string): number => {
  const inbox = new Database(inboxFileOf(coreFile))
  const { lastInsertRowid } = inbox.prepare(SQL).run(brandId, slug)
  inbox.close()
  return Number(lastInsertRowid)
}

const slugs = async (store: Store) => {
  await store.write('deliveries.derive', { limit: 10 })
  const sort = [{ by: 'receivedAt' as const, direction: 'asc' as const }]
  return (await store.read('deliveries.page', { brandIds: 'all', filter: {}, sort, limit: 10 })).rows.map(
    ({ slug }) => slug,
  )
}

/** The files as a killed desk leaves them: `early` is in inbox.db, `late` in its WAL alone, and derived by nobody. */
const killedHome = async ({ hasBackup = false } = {}) => {
  const home = tempHome()
  const first = await tempStore(home)
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  arrive(home.coreFile, brandId, 'early')
  await slugs(first.store)
  await first.store.close()
  const second = await tempStore(home)
  const late = arrive(home.coreFile, brandId, 'late')
  if (hasBackup) await second.store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 2) })
  const killed = tempHome()
  cpSync(home.home, killed.home, { recursive: true })
  return { ...killed, wal: `${inboxFileOf(killed.coreFile)}-wal`, brandId, late }
}

test.each([
  ['is garbage as a whole', (wal: string) => writeFileSync(wal, garbage())],
  ['has a garbage header', (wal: string) => overwrite(wal, 0, garbage().subarray(0, 32))],
])('a WAL of inbox.db that %s is said to lose deliveries, and is kept', async (_, spoil) => {
  const home = await killedHome()
  spoil(home.wal)
  const damaged = readFileSync(home.wal)
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what, level }) => [what, level])).toEqual([['deliveries-lost', 'error']])
  expect(notices[0]?.message).toContain('Ask the senders')
  expect(await slugs(store)).toEqual(['early'])
  const kept = readdirSync(home.home).filter((name) => /^inbox\.db\.damaged-.+-wal$/.test(name))
  expect(kept).toHaveLength(1)
  expect(notices[0]?.message).toContain(kept[0])
  expect(readFileSync(join(home.home, kept[0] ?? '')).equals(damaged)).toBe(true)
  // The sender of the lost one was given its number.
  expect(arrive(home.coreFile, home.brandId, 'next')).toBeGreaterThan(home.late)
  expect(await slugs(store)).toEqual(['early', 'next'])
  await store.close()
  expect((await tempStore(home)).notices).toEqual([])
})

test('what a damaged WAL of inbox.db loses comes back from a backup that has it', async () => {
  const home = await killedHome({ hasBackup: true })
  writeFileSync(home.wal, garbage())
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what }) => what)).toEqual(['deliveries-lost'])
  expect(await slugs(store)).toEqual(['early', 'late'])
})

test('the sound WAL of a killed receiver loses nothing, and nothing is said', async () => {
  const home = await killedHome()
  const { store, notices } = await tempStore(home)
  expect(notices).toEqual([])
  expect(await slugs(store)).toEqual(['early', 'late'])
})

test('a WAL of inbox.db whose last commit was never finished loses no delivery that was answered, and nothing is said', async () => {
  const home = await killedHome()
  truncateSync(home.wal, statSync(home.wal).size - 100)
  const { store, notices } = await tempStore(home)
  expect(notices).toEqual([])
  expect(await slugs(store)).toEqual(['early'])
})
