// Which backup is the newest: the counter inside it says so, not the date in its name, which a wrong clock may have made.
import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backupName, listBackups } from '../../../src-main/store/backups.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { garbage } from '../../support/store-file.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const DAY_MS = 86_400_000

const suppress = (store: Store, ...emails: string[]) =>
  store.write('suppressions.add', {
    entries: emails.map((value) => ({ value, kind: 'address' as const, reason: '' })),
    atMs: 1,
  })
const suppressed = async (store: Store) => (await store.read('suppressions.page', { limit: 100, offset: 0 })).total

/** Makes core.db unreadable and opens the store again. */
const reopenDamaged = async (home: Awaited<ReturnType<typeof tempStore>>) => {
  await home.store.close()
  writeFileSync(home.coreFile, garbage())
  return tempStore(home)
}

test('a newer backup wins over an older one that is dated in the future', async () => {
  const home = await tempStore()
  await suppress(home.store, 'one@example.test')
  await home.store.write('core.backup', { takenAtMs: Date.now() + 400 * DAY_MS })
  await suppress(home.store, ...Array.from({ length: 5 }, (_, at) => `${at}@example.test`))
  await home.store.write('core.backup', { takenAtMs: Date.now() })
  const { store } = await reopenDamaged(home)
  expect(await suppressed(store)).toBe(6)
})

test('a newer backup wins over an older one that is dated later', async () => {
  const home = await tempStore()
  await suppress(home.store, 'one@example.test')
  await home.store.write('core.backup', { takenAtMs: Date.now() - DAY_MS })
  await suppress(home.store, 'two@example.test')
  await home.store.write('core.backup', { takenAtMs: Date.now() - 5 * DAY_MS })
  const { store } = await reopenDamaged(home)
  expect(await suppressed(store)).toBe(2)
})

test('a backup of an older program, which has no counter, is used only where there is no other', async () => {
  const home = await tempStore()
  const withoutCounter = await home.store.write('core.backup', { takenAtMs: Date.now() })
  const old = new Database(withoutCounter.path)
  old.exec(`DELETE FROM setting WHERE key = 'backup'; DELETE FROM suppression`)
  old.close()
  await suppress(home.store, 'one@example.test')
  const counted = await home.store.write('core.backup', { takenAtMs: Date.now() - DAY_MS })
  const both = await reopenDamaged(home)
  expect(await suppressed(both.store)).toBe(1)
  await both.store.close()
  writeFileSync(counted.path, garbage())
  writeFileSync(home.coreFile, garbage())
  const one = await tempStore(home)
  expect(await suppressed(one.store)).toBe(0)
  expect(one.notices.map(({ what }) => what)).toEqual(['core-restored'])
})

test('the backup just made is never pruned, and those dated in the future go first', async () => {
  const home = await tempStore()
  const first = await home.store.write('core.backup', { takenAtMs: Date.now() - DAY_MS })
  for (let day = 1; day <= 8; day += 1)
    copyFileSync(
      first.path,
      join(home.backupsFolder, backupName(new Date(Date.now() + day * 30 * DAY_MS).toISOString())),
    )
  const made = await home.store.write('core.backup', { takenAtMs: Date.now() })
  const left = listBackups(home.backupsFolder).map(({ path }) => basename(path))
  expect(left).toHaveLength(7)
  expect(left).toContain(basename(made.path))
  expect(left).toContain(basename(first.path))
})

test('the counter goes on from the backups after an older one was restored', async () => {
  const home = await tempStore()
  await home.store.write('brands.insert', newBrand('One'))
  const good = await home.store.write('core.backup', { takenAtMs: Date.now() - 2 * DAY_MS })
  const spoilt = await home.store.write('core.backup', { takenAtMs: Date.now() - DAY_MS })
  copyFileSync(spoilt.path, `${spoilt.path}.kept`)
  writeFileSync(spoilt.path, garbage())
  const restored = await reopenDamaged(home)
  copyFileSync(`${spoilt.path}.kept`, spoilt.path)
  await suppress(restored.store, 'one@example.test')
  await restored.store.write('core.backup', { takenAtMs: good.takenAtMs + 1 })
  const again = await reopenDamaged({ ...home, store: restored.store })
  expect(await suppressed(again.store)).toBe(1)
})
