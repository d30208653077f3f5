// People of a team as this room asks for them: changed in PostgreSQL, refused in plain sentences, listed from the mirror.
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src-main/store/migrate.ts'
import { parseAddress } from '../../../src-main/store/team/address.ts'
import { serverError } from '../../../src-main/store/team/client.ts'
import { openClient } from '../../../src-main/store/team/open-client.ts'
import { tables } from '../../../src-main/tables.ts'
import { listDesks } from '../../../src-main/team/queries/desks.ts'
import { listPeople, peopleQueries } from '../../../src-main/team/queries/people.ts'
import { scramVerifier } from '../../../src-main/team/rules/scram.ts'
import { describePostgres } from '../../support/postgres.ts'
import { accessOf } from '../../support/team-access.ts'
import { headOf, markRow, one, PASSWORD, teamDatabase, write } from '../../support/team-database.ts'

const clientOf = async (person: pg.Client) => {
  const { url, password } = accessOf(person)
  const client = await openClient(parseAddress(url), password)
  onTestFinished(() => client.close())
  return client
}

const emptyCore = () => {
  const core = new Database(':memory:')
  migrate(core, tables.migrations.core)
  return core
}

/** The sentence that a person reads. */
const saidOf = async (asked: Promise<unknown>): Promise<string> => {
  try {
    await asked
    return 'not refused'
  } catch (error) {
    const { constraint = '', message, detail = null } = serverError(error) ?? { message: String(error) }
    const refusal = tables.team.refusals[constraint]
    return refusal?.(emptyCore(), { constraint, message, detail }).message ?? message
  }
}

describePostgres('people of a team, for this room', (programs) => {
  test('are added, changed and removed; each answer is a number that the mirror can reach', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const admin = await team.person('ada', { role: 'admin' })
    const client = await clientOf(admin)
    const login = `walt_${randomUUID().slice(0, 8)}`
    const verifier = await scramVerifier(PASSWORD)
    const person = { login, name: 'Walt', role: 'writer', brandIds: ['acme'], verifier } as const
    expect(await peopleQueries['people.add'](client, person)).toBe(await headOf(team.owner))
    const rows = async () => {
      const { rows: found } = await team.owner.query(
        `SELECT role, all_brands, ARRAY(SELECT brand_id FROM agency_desk.person_brand b WHERE b.login = p.login ORDER BY 1) AS brands
          FROM agency_desk.person p WHERE login = $1`,
        [login],
      )
      return found
    }
    expect(await rows()).toEqual([{ role: 'writer', all_brands: 0, brands: ['acme'] }])
    await peopleQueries['people.setRole'](client, { login, role: 'sender' })
    await peopleQueries['people.setBrands'](client, { login, brandIds: ['acme', 'bolt'] })
    expect(await rows()).toEqual([{ role: 'sender', all_brands: 0, brands: ['acme', 'bolt'] }])
    await peopleQueries['people.setBrands'](client, { login, brandIds: 'all' })
    expect(await rows()).toEqual([{ role: 'sender', all_brands: 1, brands: [] }])
    const approval = await peopleQueries['people.setApproval'](client, { brandIds: ['acme'], needsApproval: true })
    expect(await one(team.owner, 'SELECT needs_approval FROM agency_desk.brand_rule')).toBe(1)
    const removed = await peopleQueries['people.remove'](client, { login })
    expect(removed).toEqual({ no: approval + 1, leftToDo: [] })
    expect(await saidOf(peopleQueries['people.setRole'](client, { login, role: 'reader' }))).toBe(
      'There is no such person in the team. They may have been removed.',
    )
    expect(await saidOf(peopleQueries['people.remove'](client, { login: admin.user ?? '' }))).toBe(
      'Your own role and access are changed by another admin.',
    )
  })

  test('see each desk, when it was seen and whose keys it holds; old changes are deleted in parts', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const client = await clientOf(ann)
    await client.query('SELECT agency_desk.join_desk($1, $2, 0)', [randomUUID(), 'serve-1'])
    await peopleQueries['team.holdKeys'](client, { brandIds: ['acme'] })
    const before = Date.now()
    const desks = await listDesks(client, {})
    expect(desks.map(({ name, login, keysOf }) => ({ name, login, keysOf }))).toEqual([
      { name: 'desk of ann', login: ann.user, keysOf: [] },
      { name: 'serve-1', login: ann.user, keysOf: ['acme'] },
    ])
    const ben = await team.person('ben', { role: 'admin' })
    const ofBen = await clientOf(ben)
    expect((await listDesks(ofBen, {})).length).toBe(3)
    await peopleQueries['people.remove'](ofBen, { login: (await team.person('gus')).user ?? '' })
    expect((await listDesks(ofBen, {})).length).toBe(3)
    for (const { lastSeenAt } of desks) expect(Math.abs(Date.parse(lastSeenAt) - before)).toBeLessThan(60_000)
    for (let nth = 0; nth < 5; nth += 1) await write(ann, { prospect_mark: { rows: [markRow('acme', 'p', `${nth}`)] } })
    const head = await headOf(ann)
    await team.owner.query("UPDATE agency_desk.commit SET at = now() - interval '40 days'")
    await team.owner.query('UPDATE agency_desk.desk SET position = $1', [head])
    expect(await peopleQueries['team.collect'](client, { olderThanDays: 30 })).toMatchObject({ commit: head - 1 })
  })
})

test('the mirror lists people by name, the removed last, with their brands and the rules of brands', () => {
  const core = emptyCore()
  core.exec(`
    INSERT INTO person VALUES ('w', 'Walt', 'writer', 0, NULL), ('a', 'Ann', 'admin', 1, NULL), ('b', 'Ben', 'sender', 0, 1000);
    INSERT INTO person_brand VALUES ('w', 'bolt'), ('w', 'acme');
    INSERT INTO brand_rule VALUES ('bolt', 1), ('acme', 0)`)
  expect(listPeople({ core, cache: core, inbox: core, deskNo: 1 }, {})).toEqual({
    people: [
      { login: 'a', name: 'Ann', role: 'admin', brandIds: 'all', removedAt: null },
      { login: 'w', name: 'Walt', role: 'writer', brandIds: ['acme', 'bolt'], removedAt: null },
      { login: 'b', name: 'Ben', role: 'sender', brandIds: [], removedAt: '1970-01-01T00:00:01.000Z' },
    ],
    needsApproval: ['bolt'],
  })
})
