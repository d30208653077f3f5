import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { backupIfDue } from '../../../src-main/store/backup.ts'
import { listBackups } from '../../../src-main/store/backups.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const DAY_MS = 86_400_000

test('a backup has the rows of core.db, is private to the owner, and is a complete database', async () => {
  const { store, backupsFolder, coreFile } = await tempStore()
  const brand = await store.write('brands.insert', newBrand('One'))
  const takenAtMs = Date.UTC(2026, 4, 6, 7, 8, 9, 10)
  const backup = await store.write('core.backup', { takenAtMs })
  await store.write('brands.insert', newBrand('Two'))
  expect(readdirSync(backupsFolder)).toEqual(['core-2026-05-06T070809.010Z.db'])
  expect(listBackups(backupsFolder)).toEqual([{ path: backup.path, takenAt: '2026-05-06T07:08:09.010Z' }])
  expect(statSync(backup.path).mode & 0o777).toBe(0o600)
  expect(statSync(backup.path).size).toBe(backup.bytes)
  const copy = new Database(backup.path, { readonly: true })
  expect(copy.prepare('SELECT name FROM brand').pluck().all()).toEqual(['One'])
  copy.close()

  await store.close()
  writeFileSync(coreFile, 'spoilt')
  const restored = await tempStore({ ...(await tempHome()), coreFile, backupsFolder })
  expect(await restored.store.read('brands.list', {})).toEqual([brand])
})

test('the newest seven are kept', async () => {
  const { store, backupsFolder } = await tempStore()
  for (let day = 0; day < 9; day += 1) await store.write('core.backup', { takenAtMs: day * DAY_MS })
  expect(listBackups(backupsFolder).map(({ takenAt }) => takenAt.slice(8, 10))).toEqual([
    '09',
    '08',
    '07',
    '06',
    '05',
    '04',
    '03',
  ])
})

test('the daily backup is due once there is a brand, and then a day after the last one', () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const now = Date.UTC(2026, 0, 1)
  expect(backupIfDue(db, now)).toBeUndefined()
  insertBrand(db, newBrand('One'))
  expect(backupIfDue(db, now)?.takenAtMs).toBe(now)
  expect(backupIfDue(db, now + DAY_MS - 1)).toBeUndefined()
  expect(backupIfDue(db, now + DAY_MS)?.takenAtMs).toBe(now + DAY_MS)
  expect(listBackups(home.backupsFolder)).toHaveLength(2)
})

test('a backup that cannot be written is a storage error and leaves no partial file', async () => {
  const { store, backupsFolder, home } = await tempStore()
  rmSync(backupsFolder, { recursive: true })
  writeFileSync(backupsFolder, 'a file in its place')
  await expect(store.write('core.backup', { takenAtMs: 1 })).rejects.toMatchObject({ kind: 'storage' })
  expect(readdirSync(home).filter((name) => name.includes('writing'))).toEqual([])
})
