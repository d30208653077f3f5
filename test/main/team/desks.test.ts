// Whole desks in one team: what an admin does with people is known to all of them.
import { expect, test } from 'vitest'
import { joinedDesk, kindOf } from '../../support/joined-desk.ts'
import { describePostgres } from '../../support/postgres.ts'
import { PASSWORD, teamDatabase } from '../../support/team-database.ts'

describePostgres('a desk in a team', (programs) => {
  test('lists people, and changes them for an admin; the answer is in its own copy already', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ada = await joinedDesk(team, 'ada', { role: 'admin' })
    const login = `walt_${ada.login.slice(-8)}`
    const people = async () => (await ada.call('team.people', {})).people.filter((one) => one.login === login)
    const person = { login, name: 'Walt Orr', role: 'writer', brandIds: ['acme'], password: PASSWORD } as const
    await ada.call('team.addPerson', { ...person, brandIds: ['acme'] })
    expect(await people()).toEqual([
      { login, name: 'Walt Orr', role: 'writer', brandIds: ['acme'], removedAt: null, isMe: false },
    ])
    await ada.call('team.setRole', { login, role: 'sender' })
    await ada.call('team.setBrands', { login, brandIds: 'all' })
    expect(await people()).toMatchObject([{ role: 'sender', brandIds: 'all' }])
    await ada.call('team.setApproval', { brandIds: 'all', needsApproval: true })
    expect((await ada.call('team.people', {})).needsApproval).toEqual(['acme', 'bolt'])
    expect(await ada.call('team.removePerson', { login })).toEqual({ leftToDo: [] })
    expect(await people()).toMatchObject([{ removedAt: expect.any(String) }])
    expect(await kindOf(ada.call('team.removePerson', { login: ada.login }))).toBe('forbidden')
    expect(await kindOf(ada.call('team.addPerson', { ...person, brandIds: 'all', password: 'short' }))).toBe('invalid')
    expect((await ada.call('team.people', {})).people.find(({ isMe }) => isMe)?.login).toBe(ada.login)
    await ada.call('desk.setSettings', { isSendingHeld: true })
    const settings = (await ada.call('team.status', {})).team?.settings
    expect(settings).toContainEqual({
      ...{ setting: 'isSendingHeld', changedBy: { login: ada.login, name: 'ada' } },
      changedAt: expect.any(String),
    })
  })

  test('lists what rests because the service asked for it, and lets an admin end that', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ada, ben] = [await joinedDesk(team, 'ada', { role: 'admin' }), await joinedDesk(team, 'ben', {})]
    expect(await ada.call('team.pauses', {})).toEqual({ pauses: [] })
    const sue = await team.person('sue')
    await sue.query("SELECT agency_desk.take_slots('service:mark outreach.queue', 60, 1, 30000)")
    await sue.query("SELECT agency_desk.pause_bucket('service:mark outreach.queue', 86400000)")
    const [pause] = (await ada.call('team.pauses', {})).pauses
    expect(pause).toMatchObject({ operation: 'outreach.queue', login: sue.user })
    expect(Date.parse(pause?.until ?? '')).toBeGreaterThan(Date.now() + 80_000_000)
    expect(await kindOf(ben.call('team.pauses', {}))).toBe('forbidden')
    expect(await kindOf(ben.call('team.liftPause', { no: pause?.no ?? 0 }))).toBe('forbidden')
    await ada.call('team.liftPause', { no: pause?.no ?? 0 })
    expect(await ada.call('team.pauses', {})).toEqual({ pauses: [] })
    await sue.query("SELECT agency_desk.bring_slots('{any}', '{0}')")
    expect((await ada.call('team.pauses', {})).pauses).toMatchObject([{ operation: null }])
  })

  test('tells who changed what, and shows the other desks', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ann, ben] = [await joinedDesk(team, 'ann', {}), await joinedDesk(team, 'ben', {})]
    const template = { kind: 'template', brandId: null, name: 'One', subject: 'a', body: 'b' } as const
    const { id } = await ann.call('outreach.saveTemplate', template)
    const shown = async () => (await ben.call('outreach.templates', {})).templates[0]
    await expect.poll(shown).toMatchObject({ isShared: true, changedBy: { login: ann.login, name: 'ann' } })
    await ben.call('outreach.saveTemplate', { ...template, id, name: 'Two' })
    expect(await shown()).toMatchObject({ name: 'Two', changedBy: { login: ben.login, name: 'ben' } })
    await expect.poll(async () => (await ann.call('team.status', {})).team?.desks.length).toBeGreaterThan(1)
  })
})
