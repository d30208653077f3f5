// A person is removed, or loses a right: what they queued, and what was not sent yet, waits until a sender says so.
import { expect, test } from 'vitest'
import { queued } from '../../support/open-journal.ts'
import { describePostgres } from '../../support/postgres.ts'
import { one, PASSWORD, refusalOf, teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

const DAY = 86_400

describePostgres('what a person queued', (programs) => {
  const open = async (answer = queued(1)) => {
    const team = await teamDatabase(programs, [BRAND, 'bolt'])
    const ada = await team.person('ada', { role: 'admin' })
    const journals = await openTeamJournals(team, answer)
    // Who is no admin cannot tell the team where the service is.
    await (await journals.openDesk('eve', { hasKey: false })).shut()
    const loginOf = (name: string) =>
      one<string>(team.owner, 'SELECT login FROM agency_desk.person WHERE name = $1', [name])
    const change = (sql: string) => async (name: string) => ada.query(sql, [await loginOf(name)])
    const remove = change('SELECT agency_desk.remove_person($1)')
    return { team, ada, loginOf, change, remove, ...journals }
  }
  type Desk = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['openDesk']>>
  const untilItWaits = (desk: Desk, id: string) =>
    desk.until(async () => {
      const intent = await desk.intentOf(id)
      if (intent?.endedAt != null) throw new Error(`It was not held: ${intent.state}.`)
      return intent?.state === 'held' && intent.isPaused && intent.reason !== null ? intent : null
    })
  const release = (desk: Desk, id: string) => desk.journal.handlers['intents.releaseNow']({ id })

  for (const [hold, seconds] of Object.entries({ 'no hold': 0, 'a hold of 20 seconds': 20, 'a hold of a day': DAY }))
    test(`waits with ${hold} once they are removed, and goes when a sender releases it`, async () => {
      const { server, openDesk, remove } = await open()
      const bob = await openDesk('bob', { role: 'sender', hasKey: false })
      const id = await bob.submit(['c0'], seconds)
      await bob.when(id, seconds === 0 ? 'ready' : 'held')
      await remove('bob')
      const sue = await openDesk('sue', { role: 'sender' })
      expect(await untilItWaits(sue, id)).toMatchObject({
        releaseAt: null,
        needsApproval: true,
        reason: 'Waits for a sender: bob was removed from the team.',
        acts: [{ act: 'created' }, { act: 'held', person: { name: 'ada' } }],
      })
      const own = await sue.submit(['c1'])
      expect((await sue.ended(own)).state).toBe('confirmed')
      expect(contactsIn(server.seen)).toEqual([['c1']])
      await release(sue, id)
      expect(await sue.ended(id)).toMatchObject({ state: 'confirmed', acts: [{}, {}, { act: 'approved' }] })
      expect(contactsIn(server.seen)).toEqual([['c1'], ['c0']])
    })

  test('stays cancelled if a sender cancels it', async () => {
    const { server, openDesk, remove } = await open()
    const bob = await openDesk('bob', { role: 'writer', hasKey: false })
    const id = await bob.submit(['c0'], 600)
    await remove('bob')
    const sue = await openDesk('sue', { role: 'sender' })
    await untilItWaits(sue, id)
    await sue.journal.handlers['intents.cancel']({ id })
    expect((await sue.ended(id)).state).toBe('cancelled')
    expect(server.seen).toEqual([])
  })

  test('waits though the desk of the person was offline and had claimed it', async () => {
    const { team, server, openDesk, remove, loginOf } = await open()
    const bob = await openDesk('bob', { role: 'sender', hasKey: false })
    const id = await bob.submit(['c0'])
    await bob.when(id, 'ready')
    await bob.shut()
    await team.owner.query(
      `INSERT INTO agency_desk.claim SELECT brand_id, no, $1, $2, now() + interval '5 minutes' FROM agency_desk.intent`,
      [bob.deskNo, await loginOf('bob')],
    )
    await remove('bob')
    const sue = await openDesk('sue', { role: 'sender' })
    expect((await untilItWaits(sue, id)).reason).toContain('bob was removed')
    const own = await sue.submit(['c1'])
    await sue.ended(own)
    expect(contactsIn(server.seen)).toEqual([['c1']])
  })

  test('waits where they may not send any more, or do not see its brand any more', async () => {
    const { server, openDesk, change } = await open()
    const [bob, cid, dan] = [
      await openDesk('bob', { role: 'sender', hasKey: false }),
      await openDesk('cid', { role: 'writer', hasKey: false }),
      await openDesk('dan', { role: 'sender', hasKey: false }),
    ]
    const ids = [await bob.submit(['c0'], 600), await cid.submit(['c1'], 600), await dan.submit(['c2'], 600)]
    await change("SELECT agency_desk.set_role($1, 'writer')")('bob')
    await change("SELECT agency_desk.set_role($1, 'reader')")('cid')
    await change("SELECT agency_desk.set_brands($1, false, '{bolt}')")('dan')
    const sue = await openDesk('sue', { role: 'sender' })
    for (const [index, name] of ['bob', 'cid', 'dan'].entries())
      expect((await untilItWaits(sue, ids[index] ?? '')).reason).toBe(
        `Waits for a sender: the rights of ${name} were changed.`,
      )
    // Who queued it may write still, and is no sender any more.
    await expect(release(bob, ids[0] ?? '')).rejects.toMatchObject({ kind: 'forbidden' })
    // Nor is it enough that they are a sender again.
    await change("SELECT agency_desk.set_role($1, 'sender')")('bob')
    await expect(release(bob, ids[0] ?? '')).rejects.toMatchObject({ kind: 'forbidden' })
    expect(server.seen).toEqual([])
    await release(sue, ids[0] ?? '')
    expect((await sue.ended(ids[0] ?? '')).state).toBe('confirmed')
  })

  test('goes by its hold where they may do more, or see its brand still', async () => {
    const { openDesk, change } = await open()
    const [bob, dan] = [
      await openDesk('bob', { role: 'writer', hasKey: false }),
      await openDesk('dan', { role: 'sender', hasKey: false }),
    ]
    const ids = [await bob.submit(['c0'], 1), await dan.submit(['c2'], 1)]
    await change("SELECT agency_desk.set_role($1, 'sender')")('bob')
    await change(`SELECT agency_desk.set_brands($1, false, '{${BRAND}}')`)('dan')
    const sue = await openDesk('sue', { role: 'sender' })
    for (const id of ids) expect((await sue.ended(id)).state).toBe('confirmed')
  })

  test('waits with what is left of it where a batch is in flight on the desk of somebody else', async () => {
    const { promise: removed, resolve: onRemoved } = Promise.withResolvers<void>()
    const { server, openDesk, remove } = await open((response, request) => {
      void removed.then(() => queued(3)(response, request))
    })
    const bob = await openDesk('bob', { role: 'sender', hasKey: false })
    const id = await bob.submit(['c0', 'c1', 'c2', 'c3'])
    await bob.when(id, 'ready')
    const sue = await openDesk('sue', { role: 'sender' })
    await sue.when(id, 'in_flight')
    await remove('bob')
    onRemoved()
    expect(await untilItWaits(sue, id)).toMatchObject({ counts: { confirmed: 3, total: 4 }, needsApproval: true })
    expect(contactsIn(server.seen)).toEqual([['c0', 'c1', 'c2']])
    await release(sue, id)
    expect((await sue.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0', 'c1', 'c2'], ['c3']])
  })

  test('waits though they changed its counts before, and approved it in advance', async () => {
    const { team, server, openDesk, remove, loginOf } = await open()
    const bob = await openDesk('bob', { role: 'sender', hasKey: false })
    const ids = [await bob.submit(['c0']), await bob.submit(['c2'])]
    const byHand = await team.connect({ user: await loginOf('bob'), password: PASSWORD })
    await byHand.query('UPDATE agency_desk.intent SET waiting = 0 WHERE id = $1', [ids[0]])
    await byHand.query('UPDATE agency_desk.intent SET in_flight = 1 WHERE id = $1', [ids[1]])
    // Refused, or without effect.
    await refusalOf(
      byHand.query(
        `INSERT INTO agency_desk.intent_act (intent_no, no, at_ms, act) SELECT no, 8e15 + no % 1000000, extract(epoch FROM now()) * 1000, 'approved'
        FROM agency_desk.intent`,
      ),
    )
    byHand.on('error', () => undefined) // the server ends the session
    await remove('bob')
    const sue = await openDesk('sue', { role: 'sender' })
    for (const id of ids) await untilItWaits(sue, id)
    const own = await sue.submit(['c1'])
    await sue.ended(own)
    expect(contactsIn(server.seen)).toEqual([['c1']])
  })

  test('is not released by hand in the database', async () => {
    const { team, openDesk, change, loginOf } = await open()
    const bob = await openDesk('bob', { role: 'sender', hasKey: false })
    const id = await bob.submit(['c0'], 600)
    await bob.shut()
    await change("SELECT agency_desk.set_role($1, 'writer')")('bob')
    const byHand = await team.connect({ user: await loginOf('bob'), password: PASSWORD })
    const letGo = "UPDATE agency_desk.intent SET state = 'ready', is_paused = 0 WHERE id = $1"
    expect(await refusalOf(byHand.query(letGo, [id]))).toBe('waits_for_a_sender')
    const sue = await team.person('sue')
    // A sender's program that skips the release.
    await sue.query(letGo, [id])
    await sue.query('SELECT * FROM agency_desk.claim_next($1, 60)', [[BRAND]])
    expect(await refusalOf(sue.query("UPDATE agency_desk.intent_item SET state = 'in_flight'"))).toBe(
      'waits_for_a_sender',
    )
  })
})
