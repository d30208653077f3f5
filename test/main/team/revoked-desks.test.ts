// Whole desks in one team: a person who is removed is out at once, and so is a brand that is taken from one.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { joinedDesk, kindOf } from '../../support/joined-desk.ts'
import { describePostgres } from '../../support/postgres.ts'
import { column, one, teamDatabase } from '../../support/team-database.ts'

/** The brands of a desk's own copy, by the file itself. */
const brandsIn = (home: string): string[] => {
  const core = new Database(join(home, 'core.db'), { readonly: true })
  try {
    return core.prepare<[], string>('SELECT id FROM brand ORDER BY id').pluck().all()
  } finally {
    core.close()
  }
}

describePostgres('a person who is removed', (programs) => {
  test('is refused by the next call, reads nothing in the database, and keeps nothing on the desk', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [ada, gus] = [await joinedDesk(team, 'ada', { role: 'admin' }), await joinedDesk(team, 'gus', {})]
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
    const [ada, sam] = [await joinedDesk(team, 'ada', { role: 'admin' }), await joinedDesk(team, 'sam', {})]
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
