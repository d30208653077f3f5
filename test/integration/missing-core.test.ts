// core.db is gone while cache.db is full: data was lost, so the desk asks before it starts empty.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { tempHome } from '../support/temp-home.ts'

/** A data folder whose core.db was lost; with a backup of it that lies elsewhere. */
const lostHome = async () => {
  const { home, coreFile, cacheFile, backupsFolder } = tempHome()
  const desk = await openPublishingDesk({ brands: 1, desk: { home } })
  await desk.sync({ datasets: ['tracked'] })
  const { path } = await desk.call('desk.backup', {})
  await desk.close()
  const elsewhere = join(home, 'elsewhere.db')
  copyFileSync(path, elsewhere)
  rmSync(backupsFolder, { recursive: true })
  rmSync(coreFile)
  return { home, coreFile, cacheFile, backupsFolder, elsewhere, name: desk.brand.name }
}

test('the desk reports a missing core.db, and changes nothing until a person chooses', async () => {
  const { home, coreFile, cacheFile } = await lostHome()
  const cache = readFileSync(cacheFile)
  const desk = await openTestDesk({ home })
  for (const name of ['brands.list', 'desk.settings', 'sync.run'] as const)
    await expect(desk.call(name, {}), name).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('The file core.db is missing'),
      detail: { isCoreMissing: true },
    })
  expect(await desk.call('desk.recovery', {})).toMatchObject({ state: 'core-missing', dataFolder: home })
  expect((await desk.call('desk.notices', {})).notices).toMatchObject([
    { level: 'error', title: 'core.db is missing', message: expect.stringContaining('1 brand') },
  ])
  expect(await desk.call('desk.lookForBackups', {})).toEqual({ isFound: false })
  expect(existsSync(coreFile)).toBe(false)
  expect(readFileSync(cacheFile).equals(cache)).toBe(true)
})

test('a backup that was put into the backups folder is found and restored', async () => {
  const { home, backupsFolder, elsewhere, name } = await lostHome()
  const desk = await openTestDesk({ home })
  mkdirSync(backupsFolder, { recursive: true })
  copyFileSync(elsewhere, join(backupsFolder, 'core-2026-01-02T000000.000Z.db'))
  const reopened = desk.next('desk.reopened', () => true)
  expect(await desk.call('desk.lookForBackups', {})).toEqual({ isFound: true })
  await reopened
  expect((await desk.call('brands.list', {})).brands).toMatchObject([{ name }])
  expect(await desk.call('desk.recovery', {})).toMatchObject({ state: 'none' })
  await expect(desk.call('desk.startEmpty', {})).rejects.toMatchObject({ kind: 'conflict' })
})

test('a person who starts with an empty desk gets one, and is not asked again', async () => {
  const { home, cacheFile } = await lostHome()
  const desk = await openTestDesk({ home })
  await desk.call('desk.startEmpty', {})
  expect(await desk.call('brands.list', {})).toEqual({ brands: [] })
  await desk.close()
  const cache = new Database(cacheFile, { readonly: true })
  expect(
    cache.prepare('SELECT (SELECT count(*) FROM brand), (SELECT count(*) FROM tracked_keyword)').raw().get(),
  ).toEqual([0, 0])
  cache.close()
  const again = await openTestDesk({ home })
  expect(await again.call('brands.list', {})).toEqual({ brands: [] })
})

test('a new data folder, or one without brands in its cache, is a first start', async () => {
  const { home, coreFile } = tempHome()
  await (await openTestDesk({ home })).close()
  rmSync(coreFile)
  const desk = await openTestDesk({ home })
  expect(await desk.call('desk.recovery', {})).toMatchObject({ state: 'none' })
})

test.each([1, 2])('a core.db that vanished beside %d of its backups is restored from the newest', async (backups) => {
  const { home, coreFile } = tempHome()
  const desk = await openPublishingDesk({ brands: 1, desk: { home } })
  for (let made = 0; made < backups; made += 1) await desk.call('desk.backup', {})
  await desk.close()
  rmSync(coreFile)
  const again = await openTestDesk({ home })
  expect((await again.call('brands.list', {})).brands).toMatchObject([{ name: desk.brand.name }])
  expect((await again.call('desk.notices', {})).notices).toMatchObject([
    { level: 'warning', message: expect.stringMatching(/data file was gone\. The desk restored the backup of/) },
  ])
})
