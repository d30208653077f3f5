// A whole desk that sets up a team, and a whole desk that joins it without a key: its views are full, the service is not asked.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestDesk } from '../../support/composed-desk.ts'
import { describePostgres, testDatabase } from '../../support/postgres.ts'
import { openSandbox } from '../../support/sandbox.ts'

describePostgres('a new desk of a team', (programs) => {
  test('has all views of what the first one fetched, also before there was a team, without a key and a request', async () => {
    const sandbox = await openSandbox({ brands: 2, keywords: 10 })
    const database = await testDatabase(programs, 'nothing')
    const { host, port, password } = await database.connect()
    const urlOf = (login: string) => `postgres://${login}@${host}:${port}/${database.name}`

    const first = await openTestDesk()
    await first.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    const rows = [0, 1].map((index) => ({ name: `Brand ${index}`, key: sandbox.keyOf(index) }))
    await first.call('brands.addMany', { rows, sessionOnly: true })
    await first.call('desk.setSettings', { historyDays: 12 })
    await first.sync()
    await first.call('team.init', {
      url: urlOf('postgres'),
      password: String(password),
      name: 'Ann',
      sessionOnly: true,
    })
    // A desk that opened its files again has to try a key that is in memory only.
    for (const { id } of (await first.call('brands.list', {})).brands) await first.call('brands.check', { brandId: id })
    await first.sync()
    const login = `bob_${randomUUID().slice(0, 8)}`
    await first.call('team.addPerson', {
      login,
      name: 'Bob',
      role: 'writer',
      brandIds: 'all',
      password: 'a long password',
    })

    const asked = (await sandbox.requests()).length
    const other = await openTestDesk()
    await other.call('team.join', { url: urlOf(login), password: 'a long password', sessionOnly: true })
    await other.call('desk.setSettings', { historyDays: 12 })
    expect(await other.sync()).toMatchObject({ failed: 0, done: 20 })
    expect(await sandbox.requests()).toHaveLength(asked)
    const page = { brandIds: 'all' as const, limit: 100 }
    for (const desk of [first, other]) {
      expect((await desk.call('rankings.page', page)).rows.length).toBeGreaterThan(0)
      expect((await desk.call('rankings.days', { brandIds: 'all' })).days).toHaveLength(12)
    }
  })
})
