// What a sender's desk sends is what was queued and approved, whatever a writer runs in the database with their own login.
import { expect, test } from 'vitest'
import { mirroredUpTo } from '../../../src-main/store/team/mirrored-up-to.ts'
import { queued } from '../../support/open-journal.ts'
import { describePostgres } from '../../support/postgres.ts'
import { headOf, one, PASSWORD, refusalOf, teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

describePostgres('a desk of a team', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, [BRAND])
    const ada = await team.person('ada', { role: 'admin' })
    const mallory = await team.person('mallory', { role: 'writer' })
    const journals = await openTeamJournals(team, queued(1), queued(1))
    // Who is no admin cannot tell the team where the service is.
    await (await journals.openDesk('eve', { hasKey: false })).shut()
    const needApproval = () => ada.query('SELECT agency_desk.set_approval(ARRAY[$1], true)', [BRAND])
    const byHand = (sql: string) => refusalOf(mallory.query(sql))
    return { team, byHand, needApproval, ...journals }
  }

  test('sends the text to the contact that its person chose, though a writer replaces both', async () => {
    const { team, byHand, needApproval, server, openDesk } = await open()
    await needApproval()
    const sue = await openDesk('sue', { role: 'sender' })
    const id = await sue.submit(['c0'], 600)
    const said = [
      await byHand("UPDATE agency_desk.intent_call SET payloads = replace(payloads, 'Hello', 'Buy')"),
      await byHand("UPDATE agency_desk.intent_call SET payloads = replace(payloads, 'c0', 'c9')"),
    ]
    if (sue.store.team !== null) await mirroredUpTo(sue.store.team, await headOf(team.owner))
    await sue.journal.handlers['intents.releaseNow']({ id })
    expect((await sue.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0']])
    expect(server.seen[0]?.body).not.toContain('Buy')
    const denied = 'permission denied for table intent_call'
    expect(said).toEqual([denied, denied])
  })

  test.each(['in_flight = 1', 'waiting = 0'])(
    'sends what waits, though a writer says of their own intent: %s',
    async (counts) => {
      const { team, server, openDesk } = await open()
      const walt = await openDesk('walt', { role: 'writer', hasKey: false })
      await walt.when(await walt.submit(['c0']), 'ready')
      const user = await one<string>(team.owner, "SELECT login FROM agency_desk.person WHERE name = 'walt'")
      const byHand = await team.connect({ user, password: PASSWORD })
      const said = await refusalOf(byHand.query(`UPDATE agency_desk.intent SET ${counts}`))
      const sue = await openDesk('sue', { role: 'sender' })
      expect((await sue.ended(await sue.submit(['c1']))).state).toBe('confirmed')
      expect(contactsIn(server.seen)).toEqual([['c0'], ['c1']])
      expect(said).toBe('other_counts')
    },
  )

  test('holds what needs approval, though another writer says that they released it', async () => {
    const { byHand, needApproval, server, openDesk } = await open()
    const walt = await openDesk('walt', { role: 'writer', hasKey: false })
    const id = await walt.submit(['c0'])
    await walt.when(id, 'ready')
    const said = await byHand(`INSERT INTO agency_desk.intent_act (intent_no, no, at_ms, act)
      SELECT no, 1, extract(epoch FROM now()) * 1000, 'released' FROM agency_desk.intent`)
    await needApproval()
    const sue = await openDesk('sue', { role: 'sender' })
    await sue.until(async () => {
      const intent = await sue.intentOf(id)
      return intent?.state === 'held' || intent?.endedAt != null ? intent : null
    })
    expect(server.seen).toEqual([])
    expect(said).toBe('not_your_intent')
  })
})
