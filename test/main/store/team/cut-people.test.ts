// The connection is cut around the COMMIT of what an admin does with people: it is done with all rights on the server, or not at
// all, and the desk says which.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { scramVerifier } from '../../../../src-main/team/rules/scram.ts'
import { COMMIT, CUTS, startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { accessOf } from '../../../support/team-access.ts'
import { column, PASSWORD, teamDatabase } from '../../../support/team-database.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

/** The rows of a person and a brand, and what the server lets the login do. */
const stateOf = (owner: pg.Client, login: string) =>
  column<string>(
    owner,
    `SELECT 'person ' || role || ' ' || all_brands || ' ' || (removed_at_ms IS NOT NULL) FROM agency_desk.person WHERE login = $1
     UNION ALL SELECT 'sees ' || brand_id FROM agency_desk.person_brand WHERE login = $1
     UNION ALL SELECT 'approval ' || brand_id || needs_approval FROM agency_desk.brand_rule
     UNION ALL SELECT 'brand ' || id FROM agency_desk.brand
     UNION ALL SELECT 'login ' || rolcanlogin FROM pg_roles WHERE rolname = $1
     UNION ALL SELECT 'of ' || part FROM agency_desk.groups_of($1) ORDER BY 1`,
    [login],
  )

describePostgres('a connection cut around the COMMIT of an admin', (programs) => {
  const openAdmin = async () => {
    const team = await teamDatabase(programs, ['b1', ...CUTS])
    const ada = await team.person('ada', { role: 'admin' })
    const proxy = await startPgProxy({ host: ada.host, port: ada.port })
    const { store } = await tempStore({ ...tempHome(), team: accessOf(ada, { port: proxy.port }) })
    if (store.team === null) throw new Error('This store is of no team.')
    return { team, proxy, store, query: store.team.query }
  }

  test.each(CUTS)('%s: it is done or not, and known', async (cut) => {
    const { team, proxy, query } = await openAdmin()
    const login = `walt_${randomUUID().slice(0, 8)}`
    const verifier = await scramVerifier(PASSWORD)
    const steps = {
      add_person: () => query('people.add', { login, name: 'Walt', role: 'writer', brandIds: ['b1'], verifier }),
      set_role: () => query('people.setRole', { login, role: 'sender' }),
      set_brands: () => query('people.setBrands', { login, brandIds: 'all' }),
      set_approval: () => query('people.setApproval', { brandIds: ['b1'], needsApproval: true }),
      remove_person: () => query('people.remove', { login }),
      'DELETE FROM agency_desk.brand': () => query('brands.remove', { id: cut }),
    }
    for (const [step, ask] of Object.entries(steps)) {
      const before = await stateOf(team.owner, login)
      proxy.cutAt(COMMIT, cut, step)
      const cutsBefore = proxy.cuts()
      const answer = await ask().then(
        () => 'done',
        ({ message }: Error) => message,
      )
      const isDone = JSON.stringify(await stateOf(team.owner, login)) !== JSON.stringify(before)
      const isKept = cut !== 'before the statement'
      const said = isKept ? 'done' : "The connection to the team's database was lost. Nothing was stored. Try again."
      expect([step, proxy.cuts() - cutsBefore, answer, isDone]).toEqual([step, 1, said, isKept])
      if (!isKept) await ask()
    }
    expect(await stateOf(team.owner, login)).toContain('person sender 1 true')
    expect(await stateOf(team.owner, login)).toContain('login false')
  })

  test('that nobody answers for is unknown, and shown once the desk is connected again', async () => {
    const { team, proxy, store, query } = await openAdmin()
    const login = `walt_${randomUUID().slice(0, 8)}`
    const verifier = await scramVerifier(PASSWORD)
    proxy.cutAt(COMMIT, 'before its answer', 'add_person')
    proxy.onCut(proxy.close)
    const adding = query('people.add', { login, name: 'Walt', role: 'writer', brandIds: 'all', verifier })
    await expect(adding).rejects.toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringContaining('it is unknown whether this was stored. Check again when the desk is connected'),
    })
    proxy.onCut(() => undefined)
    proxy.open()
    const logins = async () => (await store.read('people.list', {})).people.map((person) => person.login)
    await expect.poll(logins).toContain(login)
    expect(await stateOf(team.owner, login)).toContain('of writer')
  })
})
