// A brand needs approval from a moment on: what a writer queued before, and nobody has sent yet, waits for a sender as well.
import { expect, test } from 'vitest'
import { queued } from '../../support/open-journal.ts'
import { describePostgres } from '../../support/postgres.ts'
import { teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

const WAITS = 'Waits for approval: a sender releases it.'

describePostgres('the rule of approval', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, [BRAND])
    const ada = await team.person('ada', { role: 'admin' })
    const journals = await openTeamJournals(team, queued(1))
    // Who is no admin cannot tell the team where the service is.
    await (await journals.openDesk('eve', { hasKey: false })).shut()
    const switchOn = () => ada.query('SELECT agency_desk.set_approval(ARRAY[$1], true)', [BRAND])
    return { ...journals, switchOn }
  }
  type Desk = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['openDesk']>>
  const untilItWaits = (desk: Desk, id: string) =>
    desk.until(async () => {
      const intent = await desk.intentOf(id)
      return intent?.state === 'held' && intent.reason === WAITS ? intent : null
    })

  test('holds what was held before it, at the end of that hold, and a sender releases it', async () => {
    const { server, openDesk, switchOn } = await open()
    const [walt, sue] = [
      await openDesk('walt', { role: 'writer', hasKey: false }),
      await openDesk('sue', { role: 'sender' }),
    ]
    const id = await walt.submit(['c0'], 1)
    await switchOn()
    expect(await untilItWaits(sue, id)).toMatchObject({ isPaused: true, releaseAt: null, needsApproval: true })
    expect(server.seen).toEqual([])
    await sue.journal.handlers['intents.releaseNow']({ id })
    expect((await walt.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0']])
  })

  test('holds it as well where the desk of a sender ends the hold, and where that sender starts the countdown again', async () => {
    const { server, openDesk, switchOn } = await open()
    const [walt, sue] = [
      await openDesk('walt', { role: 'writer', hasKey: false }),
      await openDesk('sue', { role: 'sender' }),
    ]
    const id = await walt.submit(['c0'], 1)
    await sue.when(id, 'held')
    await walt.shut()
    await switchOn()
    await untilItWaits(sue, id)
    await sue.journal.handlers['intents.pause']({ id, paused: false })
    expect((await sue.ended(id)).state).toBe('confirmed')
    expect(server.seen).toHaveLength(1)
  })

  test('holds what was ready before it, when it would begin, and lets go what a sender queued', async () => {
    const { server, openDesk, switchOn } = await open()
    const walt = await openDesk('walt', { role: 'writer', hasKey: false })
    const before = await walt.submit(['c0'])
    await walt.when(before, 'ready')
    await switchOn()
    const sue = await openDesk('sue', { role: 'sender' })
    const own = await sue.submit(['c1'])
    expect((await sue.ended(own)).state).toBe('confirmed')
    expect((await untilItWaits(walt, before)).counts).toMatchObject({ confirmed: 0, unknown: 0 })
    expect((await untilItWaits(sue, before)).claimedBy ?? null).toBeNull()
    expect(contactsIn(server.seen)).toEqual([['c1']])
    await sue.journal.handlers['intents.releaseNow']({ id: before })
    expect((await walt.ended(before)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c1'], ['c0']])
  })

  test('lets go what a sender released before it came', async () => {
    const { server, openDesk, switchOn } = await open()
    const walt = await openDesk('walt', { role: 'writer', hasKey: false })
    const sue = await openDesk('sue', { role: 'sender', hasKey: false })
    const id = await walt.submit(['c0'], 600)
    await sue.when(id, 'held')
    await sue.journal.handlers['intents.releaseNow']({ id })
    await switchOn()
    const serve = await openDesk('serve', { role: 'sender' })
    expect((await serve.ended(id)).state).toBe('confirmed')
    expect(server.seen).toHaveLength(1)
  })
})
