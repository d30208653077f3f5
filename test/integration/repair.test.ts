import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { tempHome } from '../support/temp-home.ts'

const spoil = (path: string) => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(statSync(path).size, 0x5a), 0)
  closeSync(file)
}

test('a damaged core.db is restored from its backup, and a shell that connects later gets the notice', async () => {
  const { home, coreFile } = tempHome()
  const sandbox = await startSandbox({ brands: 1, keywords: 10, days: 3 })
  try {
    const first = await openTestDesk({ home })
    await first.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    await first.call('brands.add', { name: 'Acme', key: sandbox.brands[0]?.key ?? '' })
    await first.call('desk.backup', {})
    await first.close()
    writeFileSync(coreFile, 'this is no database')

    const second = await openTestDesk({ home })
    const { brands } = await second.call('brands.list', {})
    expect(brands.map(({ name }) => name)).toEqual(['Acme'])
    const { notices } = await second.call('desk.notices', {})
    expect(notices.map(({ level, title }) => `${level}: ${title}`)).toEqual([
      expect.stringMatching(/warning: .*restored/i),
    ])
    expect(readdirSync(home).some((name) => name.startsWith('core.db.damaged'))).toBe(true)
  } finally {
    await sandbox.close()
  }
})

test('a cache damaged while the desk runs is rebuilt and filled again by itself', async () => {
  const { home, cacheFile } = tempHome()
  const sandbox = await startSandbox({ brands: 1, keywords: 50, days: 3 })
  try {
    const first = await openTestDesk({ home })
    await first.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    const { key = '' } = sandbox.brands[0] ?? {}
    const { id: brandId } = await first.call('brands.add', { name: 'Acme', key })
    await first.sync()
    const { total } = await first.call('rankings.page', {})
    expect(total).toBeGreaterThan(40)
    await first.close()

    const { call, next } = await openTestDesk({ home, isBackgroundSyncWanted: true })
    await call('brands.replaceKey', { brandId, key }) // the session's keys ended with the first desk
    const rebuilt = next('desk.notice', () => true)
    const filled = next('changed', ({ brandIds, datasets }) => brandIds !== 'all' && datasets.includes('rankings'))
    spoil(cacheFile)
    // SQLite may hold the pages of the first readings in memory.
    const isRebuilt = rebuilt.then(() => true)
    while (!(await Promise.race([isRebuilt, call('rankings.page', {}).then(() => false)])));
    expect(await rebuilt).toMatchObject({ level: 'info' })
    await filled
    expect((await call('rankings.page', {})).total).toBe(total)
  } finally {
    await sandbox.close()
  }
})
