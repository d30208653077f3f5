// Whole desks in one team: what an admin does with people is known to all of them, and who is removed is out at once.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDesk } from '../../support/composed-desk.ts'
import { describePostgres } from '../../support/postgres.ts'
import { column, one, PASSWORD, type TeamDatabase, teamDatabase } from '../../support/team-database.ts'

const joinAs = async (team: TeamDatabase, person: pg.Client) => {
  const opened = await openTestDesk()
  const url = `postgres://${person.user}@${person.host}:${person.port}/${team.name}`
  await opened.call('team.join', { url, password: PASSWORD, sessionOnly: true })
  return opened
}

const openDesk = async (team: TeamDatabase, name: string, options: Parameters<TeamDatabase['person']>[1]) => {
  const person = await team.person(name, options)
  return { ...(await joinAs(team, person)), login: person.user ?? '', person }
}

/** The brands of a desk's own copy, by the file itself. */
const brandsIn = (home: string): string[] => {
  const core = new Database(join(home, 'core.db'), { readonly: true })
  try {
    return core.prepare<[], string>('SELECT id FROM brand ORDER BY id').pluck().all()
  } finally {
    core.close()
  }
}

const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ kind }) => kind,
  )

describePostgres('a desk in a team', (programs) => {
  test('lists people, and changes them for an admin; the answer is in its own copy already', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ada = await openDesk(team, 'ada', { role: 'admin' })
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

  test('tells who changed what, and shows the other desks', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [ann, ben] = [await openDesk(team, 'ann', {}), await openDesk(team, 'ben', {})]
    const template = { kind: 'template', brandId: null, name: 'One', subject: 'a', body: 'b' } as const
    const { id } = await ann.call('outreach.saveTemplate', template)
    const shown = async () => (await ben.call('outreach.templates', {})).templates[0]
    await expect.poll(shown).toMatchObject({ isShared: true, changedBy: { login: ann.login, name: 'ann' } })
    await ben.call('outreach.saveTemplate', { ...template, id, name: 'Two' })
    expect(await shown()).toMatchObject({ name: 'Two', changedBy: { login: ben.login, name: 'ben' } })
    await expect.poll(async () => (await ann.call('team.status', {})).team?.desks.length).toBeGreaterThan(1)
  })
})

describePostgres('a person who is removed', (programs) => {
  test('is refused by the next call, reads nothing in the database, and keeps nothing on the desk', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ada, gus] = [await openDesk(team, 'ada', { role: 'admin' }), await openDesk(team, 'gus', {})]
    expect(brandsIn(gus.home)).toEqual(['acme', 'bolt'])
    await ada.call('team.removePerson', { login: gus.login })
    const suppress = () => gus.call('outreach.suppress', { entries: [{ value: 'a.example' }] })
    expect(await kindOf(suppress())).not.toBe('done')
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.suppression')).toBe(0)
    await expect(gus.person.query('SELECT 1')).rejects.toThrow()
    await expect.poll(() => brandsIn(gus.home)).toEqual([])
    await expect.poll(async () => (await gus.call('team.status', {})).team?.connection).toBe('refused')
  })
})

describePostgres('a brand that is taken from a person', (programs) => {
  test('goes from their desk, and every statement about it is refused; so it is with a role', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ada, sam] = [await openDesk(team, 'ada', { role: 'admin' }), await openDesk(team, 'sam', {})]
    await ada.call('team.setBrands', { login: sam.login, brandIds: ['acme'] })
    expect(await column(sam.person, 'SELECT id FROM agency_desk.brand')).toEqual(['acme'])
    await expect.poll(() => brandsIn(sam.home)).toEqual(['acme'])
    expect(await kindOf(sam.call('prospects.mark', { brandId: 'bolt', prospectIds: ['p'], note: 'x' }))).not.toBe(
      'done',
    )
    await ada.call('team.setBrands', { login: sam.login, brandIds: 'all' })
    await expect.poll(() => brandsIn(sam.home)).toEqual(['acme', 'bolt'])
    await ada.call('team.setRole', { login: sam.login, role: 'reader' })
    await expect.poll(async () => (await sam.call('team.status', {})).team?.role).toBe('reader')
    expect(await kindOf(sam.call('outreach.suppress', { entries: [{ value: 'a.example' }] }))).toBe('forbidden')
  })
})
