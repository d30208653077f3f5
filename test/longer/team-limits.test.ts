// The service counts the requests of a key by itself: what a desk sent before it is in a team counts in the team, and what
// the team sent counts for a desk that has left.
import { expect, test } from 'vitest'
import { systemClock } from '../../src-main/base/clock.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { describePostgres, testDatabase } from '../support/postgres.ts'
import { json, startScriptedServer } from '../support/scripted-server.ts'
import { accessOf } from '../support/team-access.ts'
import { teamDatabase } from '../support/team-database.ts'
import { openTeamDesk, untilTrue } from '../support/team-desk.ts'

const KEY = 'sk_of_acme_0123456789abcdef'
const LIMIT = 12
const HOUR_MS = 3_600_000
const profile = (baseUrl: string, scope: 'key' | 'account' = 'key') => ({
  baseUrl,
  limits: { scope, perOperation: { 'connectors.catalog': LIMIT } },
})

/** Counts what arrives with a key, in any 60 seconds of its own clock. */
const startService = async () => {
  const arrivals = new Map<string, number[]>()
  const service = await startScriptedServer((response, request) => {
    const key = String(request.headers.authorization)
    arrivals.set(key, [...(arrivals.get(key) ?? []), performance.now()])
    const catalog = { brandId: `team of ${key.slice(-6)}`, canManage: true, syncEnabled: false, tools: [] }
    json(200, catalog)(response, request)
  })
  const largest = () =>
    Math.max(
      ...[...arrivals.values()].flatMap((at) => at.map((end) => at.filter((t) => t > end - 60_000 && t <= end).length)),
    )
  return { baseUrl: service.baseUrl, largest, sent: () => service.seen.length }
}

const connected = (desk: TestDesk) =>
  untilTrue(desk, async () => (await desk.call('team.status', {})).team?.connection === 'connected')

/** Checks the key so often, or until the desk waits for the limit; how often it was checked. */
const check = async (desk: TestDesk, brandId: string, most = 100): Promise<number> => {
  for (let sent = 0; sent < most; sent += 1) {
    const waits = desk.next('limiter.waiting', () => true).then(() => 'waits')
    const checked = desk.call('brands.check', { brandId }).then(() => 'sent')
    checked.catch(() => undefined) // the desk closes while it waits
    if ((await Promise.race([checked, waits])) === 'waits') return sent
  }
  return most
}

const openAlone = async (baseUrl: string, options: Parameters<typeof openTestDesk>[0] = {}) => {
  const desk = await openTestDesk(options)
  await desk.call('service.setProfile', profile(baseUrl))
  const { id } = await desk.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })
  return { ...desk, id }
}

describePostgres('the limit of a key', (programs) => {
  test('holds across setting up a team', async () => {
    const service = await startService()
    const ann = await openAlone(service.baseUrl)
    expect(await check(ann, ann.id, LIMIT - 3)).toBe(LIMIT - 3)
    const { url, password } = accessOf(await (await testDatabase(programs, 'nothing')).connect())
    await ann.call('team.init', { url, password, name: 'Ann' })
    await connected(ann)
    expect(await check(ann, ann.id)).toBe(2)
    expect(service.largest()).toBe(LIMIT)
  })

  test('holds across joining, whatever the clock of the desk says, for its colleagues too', async () => {
    const service = await startService()
    const team = await teamDatabase(programs)
    const ada = await openTeamDesk(team, 'ada', { role: 'admin' })
    await ada.call('service.setProfile', profile(service.baseUrl))
    const acme = await ada.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })
    const clock = { ...systemClock, now: () => Date.now() - HOUR_MS }
    const bob = await openAlone(service.baseUrl, { clock })
    expect(await check(bob, bob.id, LIMIT - 5)).toBe(LIMIT - 5)
    const { url, password } = accessOf(await team.person('bob', { role: 'sender' }))
    await bob.call('team.join', {
      url,
      password,
      discardRows: (await bob.call('team.check', { url, password })).ownRows.total,
    })
    await connected(bob)
    await bob.call('brands.replaceKey', { brandId: acme.id, key: KEY, sessionOnly: true })
    expect(await check(ada, acme.id)).toBe(2)
    expect(await check(bob, acme.id)).toBe(0)
    expect(service.largest()).toBe(LIMIT)
  })

  test('holds where two desks join at the same instant: the requests of both are added up', async () => {
    const service = await startService()
    const team = await teamDatabase(programs)
    const ada = await openTeamDesk(team, 'ada', { role: 'admin' })
    await ada.call('service.setProfile', profile(service.baseUrl))
    const acme = await ada.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })
    const desks = [await openAlone(service.baseUrl), await openAlone(service.baseUrl)]
    for (const [at, desk] of desks.entries()) expect(await check(desk, desk.id, 3 + at)).toBe(3 + at)
    const joining = await Promise.all(
      desks.map(async (desk, at) => {
        const accessTo = accessOf(await team.person(`joins_${at}`, { role: 'sender' }))
        const { url, password } = accessTo
        const { ownRows } = await desk.call('team.check', { url, password })
        return () => desk.call('team.join', { url, password, discardRows: ownRows.total })
      }),
    )
    await Promise.all(joining.map((join) => join()))
    // Two brands were added alone, and one in the team.
    expect(await check(ada, acme.id)).toBe(LIMIT - 3 - (3 + 4))
    expect(service.largest()).toBe(LIMIT)
  })

  test('holds across leaving: what all desks of the team sent counts, and without PostgreSQL nothing is sent for a minute', async () => {
    const service = await startService()
    const team = await teamDatabase(programs)
    const ada = await openTeamDesk(team, 'ada', { role: 'admin' })
    await ada.call('service.setProfile', profile(service.baseUrl))
    const acme = await ada.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })
    const desks = [
      await openTeamDesk(team, 'bob', { role: 'sender' }),
      await openTeamDesk(team, 'eve', { role: 'sender' }),
    ]
    for (const desk of desks) await desk.call('brands.replaceKey', { brandId: acme.id, key: KEY, sessionOnly: true })
    const [bob, eve] = desks
    if (bob === undefined || eve === undefined) throw new Error('There are two desks.')
    expect([await check(ada, acme.id, 4), await check(bob, acme.id, 3)]).toEqual([4, 3])
    await eve.call('team.leave', { isOffline: true })
    expect(await check(eve, acme.id)).toBe(0)
    await bob.call('team.leave', {})
    expect(await check(bob, acme.id)).toBe(LIMIT - 3 - 7)
    expect(service.largest()).toBe(LIMIT)
  })

  test('holds where the team counts by account', async () => {
    const service = await startService()
    const team = await teamDatabase(programs)
    const ada = await openTeamDesk(team, 'ada', { role: 'admin' })
    await ada.call('service.setProfile', profile(service.baseUrl, 'account'))
    const bob = await openAlone(service.baseUrl)
    expect(await check(bob, bob.id, LIMIT - 3)).toBe(LIMIT - 3)
    const { url, password } = accessOf(await team.person('bob', { role: 'sender' }))
    await bob.call('team.join', {
      url,
      password,
      discardRows: (await bob.call('team.check', { url, password })).ownRows.total,
    })
    const other = await ada.call('brands.add', { name: 'Globex', key: 'sk_of_globex_0123456789', sessionOnly: true })
    expect(await check(ada, other.id)).toBe(1)
    expect(service.sent()).toBe(LIMIT)
  })
})

test('the limit of a key holds where its brand is removed and added again', async () => {
  const service = await startService()
  const desk = await openAlone(service.baseUrl)
  expect(await check(desk, desk.id, LIMIT - 3)).toBe(LIMIT - 3)
  await desk.call('brands.remove', { brandId: desk.id })
  const { id } = await desk.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })
  expect(await check(desk, id)).toBe(1)
  expect(service.largest()).toBe(LIMIT)
})
