// A desk of a team sends what was queued and approved, though the owner of the server changed the rows past every rule.
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { mirroredUpTo } from '../../../src-main/store/team/mirrored-up-to.ts'
import { queued } from '../../support/open-journal.ts'
import { describePostgres } from '../../support/postgres.ts'
import { headOf, one, type TeamDatabase, teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

const BUY = "UPDATE agency_desk.intent_call SET payloads = replace(replace(payloads, 'Hello', 'Buy'), 'c0', 'c9')"

/** No trigger sees it, and no desk hears of it. */
const unseen = async (owner: pg.Client, ...statements: readonly string[]) => {
  await owner.query('SET session_replication_role = replica')
  for (const statement of statements) await owner.query(statement)
  await owner.query('SET session_replication_role = origin')
}

/** Every desk gets it. */
const withoutRules = async (owner: pg.Client, ...statements: readonly string[]) => {
  const rules = ['intent_call', 'intent_item', 'intent'].map((table) => `agency_desk.${table}`)
  await owner.query('BEGIN')
  for (const table of rules) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER z_queued_stays`)
  for (const statement of statements) await owner.query(statement)
  for (const table of rules) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER z_queued_stays`)
  await owner.query('COMMIT')
}

describePostgres('a desk of a team', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, [BRAND])
    const journals = await openTeamJournals(team, queued(1))
    // Who is no admin cannot tell the team where the service is.
    const ada = await journals.openDesk('ada', { hasKey: false })
    return { team, ada, ...journals }
  }
  const needApproval = (team: TeamDatabase) =>
    team.owner.query('INSERT INTO agency_desk.brand_rule VALUES ($1, 1)', [BRAND])
  const upToDate = async (team: TeamDatabase, desk: { store: { team: Parameters<typeof mirroredUpTo>[0] | null } }) => {
    if (desk.store.team !== null) await mirroredUpTo(desk.store.team, await headOf(team.owner))
  }

  test('does not send a text that was changed in the database before it copied the rows', async () => {
    const { team, server, openDesk } = await open()
    const sue = await openDesk('sue', { role: 'sender', hasKey: false })
    const id = await sue.submit(['c0'], 600)
    await unseen(team.owner, BUY)
    const sam = await openDesk('sam', { role: 'sender' })
    await sam.journal.handlers['intents.releaseNow']({ id })
    const intent = await sam.ended(id)
    expect(contactsIn(server.seen)).toEqual([])
    expect(intent.state).toBe('failed')
    expect(intent.reason).toContain('Not sent: what this would send is not what was queued.')
    expect(sam.notices.map(({ message }) => message)).toEqual([expect.stringContaining('is not what was queued')])
    const again = sam.journal.handlers['intents.resolve']({ id, as: 'retry' })
    await expect(again).rejects.toMatchObject({ kind: 'conflict' })
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.intent')).toBe(1)
  })

  test('does not send a text that was changed in the database after it copied the rows', async () => {
    const { team, server, openDesk } = await open()
    const sue = await openDesk('sue', { role: 'sender' })
    const id = await sue.submit(['c0'], 600)
    await withoutRules(team.owner, BUY)
    await upToDate(team, sue)
    await sue.journal.handlers['intents.releaseNow']({ id })
    expect((await sue.ended(id)).state).toBe('failed')
    expect(server.seen).toEqual([])
  })

  test('does not take an approval for one of a text that was changed after it, with its hash', async () => {
    const { team, server, openDesk } = await open()
    const walt = await openDesk('walt', { role: 'writer', hasKey: false })
    const sue = await openDesk('sue', { role: 'sender', hasKey: false })
    await needApproval(team)
    await upToDate(team, walt)
    const id = await walt.submit(['c0'], 600)
    await sue.when(id, 'held')
    await sue.journal.handlers['intents.releaseNow']({ id })
    await walt.when(id, 'ready')
    const rehash = 'UPDATE agency_desk.intent SET hash = agency_desk.hash_of_intent(no)'
    await unseen(team.owner, BUY, rehash)
    const sam = await openDesk('sam', { role: 'sender' })
    const found = await sam.until(async () => {
      const intent = await sam.intentOf(id)
      return intent?.state === 'held' || intent?.endedAt != null ? intent : null
    })
    expect(server.seen).toEqual([])
    expect(found).toMatchObject({ state: 'held', isPaused: true })
  })

  test('leaves to other desks what was changed in its own file', async () => {
    const { team, server, openDesk } = await open()
    const sue = await openDesk('sue', { role: 'sender' })
    const id = await sue.submit(['c0'], 600)
    const file = new Database(sue.coreFile)
    file.exec('UPDATE intent SET details = \'{"sendNow":true}\'')
    file.close()
    const sam = await openDesk('sam', { role: 'sender' })
    await sam.journal.handlers['intents.releaseNow']({ id })
    expect((await sam.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0']])
    expect(await one(team.owner, 'SELECT details FROM agency_desk.intent')).toBe('{}')
  })

  test('sends what was queued and approved as it was', async () => {
    const { team, server, openDesk } = await open()
    const walt = await openDesk('walt', { role: 'writer', hasKey: false })
    await needApproval(team)
    await upToDate(team, walt)
    const id = await walt.submit(['c0'], 0)
    await unseen(team.owner)
    const sam = await openDesk('sam', { role: 'sender' })
    await sam.journal.handlers['intents.releaseNow']({ id })
    expect((await sam.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0']])
  })
})
