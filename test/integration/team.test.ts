// Whole desks of one team on a real server: what one does, the others have.
import { expect, test } from 'vitest'
import { describePostgres } from '../support/postgres.ts'
import { openSandbox } from '../support/sandbox.ts'
import { accessOf } from '../support/team-access.ts'
import { one, teamDatabase } from '../support/team-database.ts'
import { openTeamDesk, startTeamDesk, untilTrue } from '../support/team-desk.ts'

describePostgres('two desks of a team', (programs) => {
  test('share brands and suppressions, each within a moment', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sandbox = await openSandbox()
    const [globex] = sandbox.brands
    const ann = await openTeamDesk(team, 'ann', { role: 'admin' })
    await ann.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    const bob = await openTeamDesk(team, 'bob')
    const namesOf = async (desk: typeof ann) => (await desk.call('brands.list', {})).brands.map(({ name }) => name)
    expect(await namesOf(bob)).toEqual(['acme'])

    const heard = bob.next('changed', ({ datasets }) => datasets.includes('brands'))
    await ann.call('brands.add', { name: 'Globex', key: globex?.key ?? '', sessionOnly: true })
    await heard
    expect(await namesOf(bob)).toEqual(['acme', 'Globex'])

    // The new brand has no key on this desk, and the service is the same.
    expect((await bob.call('brands.list', {})).brands.at(-1)).toMatchObject({ keyState: 'missing', keyIn: null })
    expect((await bob.call('service.profile', {})).baseUrl).toBe(sandbox.baseUrl)

    await bob.call('outreach.suppress', { entries: [{ value: 'editor@example.com' }] })
    await untilTrue(ann, async () => (await ann.call('outreach.suppressions', {})).total === 1)
    expect(await ann.call('team.checkMirror', {})).toMatchObject({ isSame: true })

    const { team: status } = await ann.call('team.status', {})
    expect(status).toMatchObject({
      connection: 'connected',
      role: 'admin',
      login: ann.login,
      behindSeconds: 0,
      error: null,
    })
    expect(status?.desks.filter(({ name }) => name.startsWith('desk of')).map(({ login }) => login)).toContain(
      bob.login,
    )
    expect(JSON.stringify(status)).not.toContain(accessOf(team.owner).password)
  })
  test('share which platforms of a brand report by webhook', async () => {
    const team = await teamDatabase(programs, ['acme', 'globex'])
    const ann = await openTeamDesk(team, 'ann', { role: 'admin' })
    const bob = await openTeamDesk(team, 'bob', { role: 'writer' })
    const rita = await openTeamDesk(team, 'rita', { role: 'reader', brands: ['acme'] })
    const reporting = async (desk: typeof ann) =>
      (await desk.call('webhooks.status', {})).brands.map(({ providers }) => providers)
    const heard = [bob, rita].map((desk) => desk.next('changed', ({ datasets }) => datasets.includes('receiver')))
    await ann.call('webhooks.setProviders', { brandId: 'acme', providers: ['ghost'] })
    await Promise.all(heard)
    expect(await reporting(bob)).toEqual([['ghost'], ['webhook']])
    expect(await reporting(rita)).toEqual([['ghost']])
    const refused = rita.call('webhooks.setProviders', { brandId: 'acme', providers: ['webhook'] })
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden' })
    const again = ann.next('changed', ({ datasets }) => datasets.includes('receiver'))
    await bob.call('webhooks.setProviders', { brandId: 'acme', providers: ['webhook'] })
    await again
    expect(await reporting(ann)).toEqual([['webhook'], ['webhook']])
    await rita.caughtUp()
    expect(await reporting(rita)).toEqual([['webhook']])
    expect(await ann.call('team.checkMirror', {})).toMatchObject({ isSame: true })
  })
  test('run in processes of their own, and end without leaving the team', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const carol = await startTeamDesk(team, 'carol', { role: 'writer' })
    await carol.value('outreach.suppress', { entries: [{ value: 'editor@example.com' }] })
    expect(await one(team.owner, 'SELECT value FROM agency_desk.suppression')).toBe('editor@example.com')
    expect(carol.output()).not.toContain(accessOf(team.owner).password)
    expect(await carol.stop()).toBe(0)
  })
})
